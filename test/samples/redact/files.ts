// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages are what is tested
// How files, statements and dialogues show passwords: ¤ stands for one, and beside each is a look-alike that holds none.
// For the tests of the redactor and of the way through the hook. Nothing here is a secret: they are put in at run time.
import { anyWord, base64, password, randomOnly, type Sample } from "./shape.ts";

export const FILE_SAMPLES: readonly Sample[] = [
  anyWord(
    ".netrc in one line",
    "machine h.test login jo password ¤",
    "The machine has a login and a password prompt.",
  ),
  anyWord(
    ".netrc over several lines",
    "machine h.test\n  login jo\n  password ¤\n\nmachine b.test\n  login x",
    "machine h.test\n  login jo\n  password <password>\n",
  ),
  anyWord(
    ".netrc read with line numbers",
    "     1→machine h.test\n     2→\tlogin jo\n     3→\tpassword ¤\n",
    "     1→machine h.test\n     2→\tlogin jo\n",
  ),
  anyWord(
    ".netrc within JSON",
    '{"out":"machine h.test\\nlogin jo\\npassword ¤\\n"}',
    '{"out":"machine h.test\\nlogin jo\\n"}',
  ),
  anyWord(".pgpass", "localhost:5432:shop:app:¤", "src/shop.ts:5432:const app:string = 'x'"),
  anyWord(".pgpass with stars", "# prod\ndb.internal:*:*:app:¤\n", "*:*:*:*:*\n"),
  anyWord(
    "YAML literal block",
    "db:\n  user: jo\n  password: |\n    ¤\n  port: 5432",
    "db:\n  password: |\n    {{ vault.db }}\n  port: 5432",
  ),
  anyWord(
    "YAML folded block",
    "  password: >-\n    ¤\n  host: h",
    "  passwordPolicy: >-\n    At least 12 characters.\n  host: h",
  ),
  randomOnly("YAML block of a token", "  api_token: |-\n      ¤\n", "  api_token: |-\n      ${API_TOKEN}\n"),
  password(
    "Rails database.yml",
    "production:\n  adapter: mysql2\n  password: ¤\n",
    'production:\n  password: <%= ENV["DB"] %>\n',
  ),
  password(
    "docker-compose mapping",
    "    environment:\n      POSTGRES_PASSWORD: ¤\n",
    "    environment:\n      POSTGRES_PASSWORD: ${DB}\n",
  ),
  anyWord(
    "docker-compose list",
    "    environment:\n      - MYSQL_ROOT_PASSWORD=¤\n",
    "    environment:\n      - MYSQL_ROOT_PASSWORD_FILE=/run/secrets/db\n",
  ),
  anyWord(
    "systemd unit",
    '[Service]\nEnvironment="SMTP_PASSWORD=¤"\nExecStart=/bin/a',
    "[Service]\nEnvironmentFile=/etc/a.env\nExecStart=/bin/a",
  ),
  anyWord("crontab", "MAIL_PASSWORD=¤\n0 3 * * * /usr/bin/backup", "MAILTO=jo\n0 3 * * * /usr/bin/backup"),
  anyWord("Dockerfile", "FROM node\nENV DB_PASSWORD=¤\n", "FROM node\nARG DB_PASSWORD\n"),
  password(
    "GitHub Actions",
    "        env:\n          SMTP_PASSWORD: ¤",
    "        env:\n          SMTP_PASSWORD: ${{ secrets.SMTP_PASSWORD }}",
  ),
  password(
    "Kubernetes Secret",
    "kind: Secret\nstringData:\n  password: ¤\n",
    "kind: Secret\nmetadata:\n  name: db-credentials\n",
  ),
  randomOnly(
    "Kubernetes Secret in base64",
    (s) => `kind: Secret\ndata:\n  password: ${base64(s)}\n`,
    "kind: Secret\ndata:\n  password: <base64>\n",
  ),
  anyWord("tfvars", 'db_password = "¤"\nregion = "eu-west-1"', 'variable "db_password" { sensitive = true }'),
  password("HCL block", '  master_password      = "¤"', "  master_password      = var.db_password"),
  password("TOML", '[database]\npassword = "¤"', '[database]\npassword = "${DB}"'),
  randomOnly(".npmrc", "//registry.test/:_authToken=¤", "//registry.test/:_authToken=${NPM_TOKEN}"),
  password(
    ".npmrc password",
    (s) => `//registry.test/:_password=${base64(s)}`,
    "//registry.test/:always-auth=true",
  ),
  password(".pypirc", "[pypi]\nusername = jo\npassword = ¤\n", "[pypi]\nusername = __token__\n"),
  anyWord(
    "pip.conf",
    "[global]\nindex-url = https://jo:¤@pypi.test/simple",
    "[global]\nindex-url = https://pypi.test/simple",
  ),
  password(
    "Maven settings.xml",
    "<server><id>r</id><username>jo</username><password>¤</password></server>",
    "<password>${env.MVN}</password>",
  ),
  password("Gradle properties", "signing.password=¤\norg.gradle.daemon=true", "org.gradle.jvmargs=-Xmx2g\n"),
  anyWord("Java properties", "spring.datasource.password=¤", "spring.datasource.password=${DB}"),
  password(
    "appsettings.json",
    '"ConnectionStrings": { "Db": "Server=h;User Id=sa;Password=¤;Encrypt=true" }',
    '"ConnectionStrings": { "Db": "Server=h;Integrated Security=true" }',
  ),
  anyWord(
    "web.config",
    '<add name="Db" connectionString="Data Source=h;Uid=sa;Pwd=¤;" />',
    '<add name="Db" connectionString="Data Source=h;Trusted_Connection=True;" />',
  ),
  anyWord("ODBC", "DRIVER={PostgreSQL};SERVER=h;UID=jo;PWD=¤", "DRIVER={PostgreSQL};SERVER=h;UID=jo;"),
  anyWord(
    "JDBC URL",
    "jdbc:postgresql://h:5432/x?user=jo&password=¤&ssl=true",
    "jdbc:postgresql://h:5432/x?user=jo&ssl=true",
  ),
  anyWord(
    "a database URL",
    "DATABASE_URL=postgres://app:¤@db:5432/x",
    "DATABASE_URL=postgres://localhost:5432/x",
  ),
  password(
    "a database URL with @ : / in the password",
    "postgres://app:p@¤:/x@db.internal:5432/shop?sslmode=require",
    "postgres://db.internal:5432/shop?contact=jo@h.test",
  ),
  anyWord(
    "a git remote",
    "origin\thttps://jo:¤@git.test/o/r.git (push)",
    "origin\thttps://git.test/o/r.git (push)",
  ),
  randomOnly(
    "Jenkins credentials.xml",
    (s) => `<password>{${base64(`${s}-of-jenkins`)}}</password>`,
    "<description>password of the build</description>",
  ),
  anyWord("wp-config.php", "define('DB_PASSWORD', '¤');", "define('DB_PASSWORD', getenv('DB'));"),
  password("Django settings", '    "NAME": "x",\n    "PASSWORD": "¤",', '    "PASSWORD": os.environ["DB"],'),
  password("PHP array", "'password' => '¤',", "'password' => env('DB_PASSWORD'),"),
  password("JSON within JSON", '{"a":"{\\"password\\":\\"¤\\"}"}', '{"a":"{\\"password\\":null}"}'),
  randomOnly(
    "an AWS credentials file",
    "[default]\naws_secret_access_key = ¤",
    "[default]\nregion = eu-west-1",
  ),
  randomOnly(
    "an AWS credentials CSV",
    "User name,Password,Access key ID,Secret access key\njo,,AKID,¤\n",
    "User name,Password last changed,Groups\njo,2024-01-01,admins\n",
  ),
  anyWord(
    "a browser's password CSV",
    "name,url,username,password\nh,https://h.test,jo,¤\n",
    "name,url,username,password\n",
  ),
  password(
    "psql table",
    " user | password \n------+--------\n jo   | ¤ \n",
    " field | type \n------+--------\n password | text \n",
  ),
  password(
    "a cookie jar",
    "#HttpOnly_.h.test\tTRUE\t/\tTRUE\t1893456000\tsessionid\t¤",
    ".h.test\tTRUE\t/\tFALSE\t0\ttheme\tdark",
  ),
  anyWord(
    "a password field",
    '<input type="password" name="p" value="¤">',
    '<input type="password" name="p" placeholder="Your password">',
  ),
  anyWord(
    "a password field without quotes",
    "<input value=¤ type=password>",
    "<input value=Login type=submit>",
  ),
  anyWord(
    "MySQL IDENTIFIED BY",
    "CREATE USER 'jo'@'%' IDENTIFIED BY '¤';",
    "A user is identified by 'name' in all tables.",
  ),
  anyWord(
    "MySQL IDENTIFIED WITH",
    "ALTER USER jo IDENTIFIED WITH caching_sha2_password BY '¤';",
    "ALTER USER jo IDENTIFIED WITH auth_socket;",
  ),
  anyWord("PostgreSQL role", "CREATE ROLE jo LOGIN PASSWORD '¤';", "ALTER ROLE jo PASSWORD NULL;"),
  anyWord(
    "PostgreSQL user",
    "alter user jo with encrypted password '¤';",
    "alter user jo with password :'pw';",
  ),
  anyWord("SQL Server login", "CREATE LOGIN jo WITH PASSWORD = N'¤';", "CREATE LOGIN jo FROM WINDOWS;"),
  anyWord(
    "SQL update",
    "UPDATE users SET password = '¤' WHERE id = 1;",
    "UPDATE users SET password = $1 WHERE id = $2;",
  ),
  anyWord("redis.conf", "port 6379\nrequirepass ¤\n", "port 6379\n# requirepass foobared\n"),
  randomOnly(
    "a shadow file",
    (s) =>
      `jo:$6$saltsalt$${s
        .repeat(8)
        .replace(/[^A-Za-z0-9]/g, "k")
        .slice(0, 86)}:19000:0:99999:7:::`,
    "jo:!:19000:0:99999:7:::",
  ),
  randomOnly(
    "an .htpasswd file",
    (s) => `jo:$apr1$saltsalt$${s.replace(/[^A-Za-z0-9]/g, "k").slice(0, 22)}`,
    "jo:$apr1$...",
  ),
  randomOnly(
    "bcrypt",
    (s) =>
      `jo:$2y$10$${s
        .repeat(4)
        .replace(/[^A-Za-z0-9]/g, "k")
        .slice(0, 53)}`,
    "awk '{print $2}' | sed 's/a/$1$2/'",
  ),
  password("LDIF", (s) => `userPassword: {SSHA}${base64(s)}`, "objectClass: simpleSecurityObject"),
];

export const CODE_SAMPLES: readonly Sample[] = [
  anyWord(
    "an Ansible inventory",
    "web ansible_user=jo ansible_password=¤",
    "web ansible_user=jo ansible_port=22",
  ),
  anyWord("ENV of an old Dockerfile", "ENV POSTGRES_PASSWORD ¤", "ENV POSTGRES_PASSWORD $DB"),
  anyWord(
    "a connection's arguments",
    'connect(host="h", user="a", passwd="¤")',
    "connect(host=h, passwd=password)",
  ),
  anyWord(
    "a connection string",
    'connect("dbname=x user=y password=¤")',
    'connect(f"user=y password={password}")',
  ),
  password("requests", 'get(u, auth=("jo", "¤"))', 'get(u, auth=("user", "pass"))'),
  password("HTTPBasicAuth", "auth=HTTPBasicAuth('jo', '¤')", "auth=HTTPBasicAuth(user, password)"),
  password(
    "JDBC",
    'DriverManager.getConnection(url, "jo", "¤");',
    "DriverManager.getConnection(url, user, password);",
  ),
  password("FTP", 'ftp.login("jo", "¤")', 'ftp.login("anonymous", "guest")'),
];

export const DIALOGUE_SAMPLES: readonly Sample[] = [
  anyWord("sudo", "[sudo] password for jo: ¤\n", "[sudo] password for jo: \n"),
  anyWord("ssh", "jo@h.test's password: ¤\n", "jo@h.test's password: \n"),
  anyWord("passwd", "New password: ¤\nRetype new password: \n", "New password: \nRetype new password: \n"),
  randomOnly(
    "aws configure",
    "AWS Access Key ID [None]: AKID\nAWS Secret Access Key [None]: ¤\nDefault region name [None]: eu-west-1",
    "AWS Secret Access Key [None]: \nDefault region name [None]: eu-west-1",
  ),
  password("a prompt", "$ su -\nPassword: ¤\n", "$ su -\nPassword: \n"),
  anyWord("a prompt with a name", "Password for 'https://jo@git.test': ¤\n", "Password for user jo: \n"),
  password(
    "ssh passphrase",
    "Enter passphrase for key '/home/jo/.ssh/id': ¤\n",
    "Enter passphrase for key '/home/jo/.ssh/id': \n",
  ),
  password(
    "an initial password",
    "A temporary password is generated for root@localhost: ¤\n",
    "A temporary password is generated for every user.\n",
  ),
  password("expect", 'expect "assword:"\nsend "¤\\r"\n', 'expect "$ "\nsend "ls -la\\r"\n'),
  password(
    "an HTTP header",
    (s) => `> Authorization: Basic ${base64(`jo:${s}`)}`,
    "> Authorization: Basic <credentials>",
  ),
  randomOnly("a key header", "X-Api-Key: ¤", "X-Api-Key: $API_KEY"),
  randomOnly("a cookie header", "Cookie: theme=dark; sessionid=¤", "Cookie: theme=dark; lang=en"),
  randomOnly(
    "Set-Cookie",
    "< Set-Cookie: SESSION=¤; Path=/; Secure",
    "< Set-Cookie: lang=en; Path=/; Secure",
  ),
  randomOnly(
    "a SAS URL",
    (s) => `https://a.test/c/b?sv=2024-01-01&se=2030&sig=${encodeURIComponent(base64(s))}`,
    "https://a.test/c/b?sv=2024-01-01&sig=<signature>",
  ),
  password(
    "git credential",
    "protocol=https\nhost=git.test\nusername=jo\npassword=¤\n",
    "protocol=https\nhost=git.test\nusername=jo\n",
  ),
  anyWord(
    "docker inspect",
    '"Env": [ "PATH=/bin", "POSTGRES_PASSWORD=¤" ]',
    '"Env": [ "PATH=/bin", "PGDATA=/data" ]',
  ),
  password(
    "ps",
    "jo 12 0.0 /usr/bin/app --db-password=¤ --port 80",
    "jo 12 0.0 /usr/bin/app --port 80 --user root",
  ),
  password(
    "a query string in a log",
    "GET /login?user=jo&password=¤ 200 12ms",
    "GET /reset-password?user=jo 200 12ms",
  ),
  password(
    "a form body",
    "curl -d 'user=jo&password=¤' https://h.test/login",
    "curl -d 'user=jo&page=2' https://h.test/list",
  ),
  password(
    "a JSON body",
    'curl -d \'{"user":"jo","password":"¤"}\' https://h.test/login',
    'curl -d \'{"user":"jo","password":"\'"$PW"\'"}\' https://h.test/login',
  ),
];

/** Prose and code about passwords. */
export const HARMLESS: readonly string[] = [
  "printf 'SERVICE_SECRET=%s\\n' x > .env",
  '"git log --show-signature" on a long history',
  "    ed25519.Ed25519PrivateKey,\n    ed448.Ed448PrivateKey,\n",
  "docker login -p password. It is asked for otherwise.",
  "const password = getPassword();",
  "password = getPassword()",
  "function login(user: string, password: string): Promise<Token>;",
  "The password is stored as a hash; see password-policy.md.",
  "git push -u origin main",
  "docker run --user root -p 8080:80 app",
  "mkdir -p src/password && cp -p a b",
  "ssh -p 2222 jo@h.test",
  "psql -h db -p 5432 -U app",
  "mysql -u root -p -h db < dump.sql",
  "  -p, --password string   Password to use",
  "Use `curl -u user:pass` or `mysql -p` to be asked.",
  'if (!token) throw new Error("token missing");',
  '<label for="password">Password</label><input type="password" required>',
  '"password": "Passwort", "forgot": "Passwort vergessen?"',
  "password: z.string().min(8),",
  "type Secret = { password: string; token?: string };",
  "SELECT user, password FROM accounts WHERE id = ?",
  "DB_PASSWORD=your-password-here",
  "DB_PASSWORD=xxxxxxxx",
  "DB_PASSWORD=changeme",
  "DB_PASSWORD=<PASSWORD>",
];
