// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages are what is tested
// How logs, traces, histories and exports show secrets: ¤ stands for one, and beside each is a look-alike that holds
// none. For the tests of the redactor and of the way through the hook. Nothing here is a secret.
import { anyWord, base64, password, randomOnly, type Sample } from "./shape.ts";

export const LOG_SAMPLES: readonly Sample[] = [
  randomOnly(
    "recovery codes",
    (s) =>
      `Your recovery codes:\n${s.slice(0, 5).toLowerCase()}-${s.slice(5, 10).toLowerCase()}\n${s.slice(10, 15).toLowerCase()}-${s.slice(15, 20).toLowerCase()}\n`,
    "Your recovery codes were sent.\n",
  ),
  randomOnly(
    "Slack webhook",
    "curl https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/¤",
    "see https://hooks.slack.com/services/ for the form",
  ),
  randomOnly(
    "Discord webhook",
    (s) => `https://discord.com/api/webhooks/812345678901234567/${s}${s}`,
    "https://discord.com/developers/docs/resources/webhook",
  ),
  randomOnly(
    "Teams webhook",
    (s) =>
      `https://acme.webhook.office.com/webhookb2/0f3a1b2c-1111-4222-8333-944455556666@0f3a1b2c-1111-4222-8333-944455556666/IncomingWebhook/${Buffer.from(s).toString("hex").slice(0, 32)}/0f3a1b2c-1111-4222-8333-944455556666`,
    "https://acme.webhook.office.com/webhookb2/",
  ),
  randomOnly(
    "Telegram bot URL",
    "curl https://api.telegram.org/bot812345678:AA¤x/sendMessage",
    "curl https://api.telegram.org/bot<token>/sendMessage",
  ),
  randomOnly(
    "Zapier hook",
    (s) => `https://hooks.zapier.com/hooks/catch/1234567/${s.toLowerCase()}/`,
    "https://hooks.zapier.com/hooks/catch/",
  ),
  randomOnly(
    "S3 signed URL",
    (s) =>
      `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=${Buffer.from(s).toString("hex").padEnd(64, "a1").slice(0, 64)}`,
    "https://b.s3.amazonaws.com/k?versionId=null",
  ),
  randomOnly(
    "S3 security token",
    (s) =>
      `https://b.s3.amazonaws.com/k?X-Amz-Security-Token=${encodeURIComponent(base64(s.repeat(3)))}&X-Amz-Date=20260101T000000Z`,
    "https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z",
  ),
  randomOnly(
    "GCS signed URL",
    (s) =>
      `https://storage.googleapis.com/b/k?GoogleAccessId=a@b.test&Expires=1893456000&Signature=${encodeURIComponent(base64(s.repeat(3)))}`,
    "https://storage.googleapis.com/b/k?alt=media",
  ),
  randomOnly(
    "CloudFront signed URL",
    (s) =>
      `https://d1.cloudfront.net/k?Expires=1893456000&Signature=${base64(s.repeat(3)).replaceAll("=", "_")}&Key-Pair-Id=K2ABC`,
    "https://d1.cloudfront.net/k?Expires=1893456000",
  ),
  password(
    "curl -v",
    (s) =>
      `* Server auth using Basic with user 'jo'\n> GET /x HTTP/1.1\n> Host: h.test\n> Authorization: Basic ${base64(`jo:${s}`)}\n> Accept: */*\n`,
    "> GET /x HTTP/1.1\n> Host: h.test\n> Accept: */*\n",
  ),
  randomOnly(
    "curl -v over HTTP/2",
    "* [HTTP/2] [1] [authorization: Bearer ¤]\n* [HTTP/2] [1] [accept: */*]\n",
    "* [HTTP/2] [1] [:path: /x]\n* [HTTP/2] [1] [accept: */*]\n",
  ),
  randomOnly("curl trace", "0000: authorization: Bearer ¤\n", "0000: accept: */*\n"),
  randomOnly(
    "Set-Cookie over HTTP/2",
    "< set-cookie: __Host-next-auth.session-token=¤; Path=/; HttpOnly\n",
    "< set-cookie: NEXT_LOCALE=en; Path=/\n",
  ),
  randomOnly(
    "document.cookie",
    'document.cookie = "sid=¤; path=/"',
    'document.cookie = "theme=dark; path=/"',
  ),
  randomOnly(
    "HAR cookies",
    '"cookies": [{ "name": "connect.sid", "value": "¤", "path": "/" }]',
    '"cookies": [{ "name": "theme", "value": "dark", "path": "/" }]',
  ),
  randomOnly(
    "HAR headers",
    '{ "name": "Authorization", "value": "Bearer ¤" }',
    '{ "name": "Accept", "value": "application/json" }',
  ),
  randomOnly(
    "Postman bearer",
    '"auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "¤", "type": "string" }] }',
    '"auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "{{token}}", "type": "string" }] }',
  ),
  password(
    "Postman basic",
    '"auth": { "type": "basic", "basic": [{ "key": "password", "value": "¤", "type": "string" }] }',
    '"auth": { "type": "basic", "basic": [{ "key": "password", "value": "{{pw}}", "type": "string" }] }',
  ),
  password(
    "Postman environment",
    '{"values":[{"key":"db_password","value":"¤","type":"secret","enabled":true}]}',
    '{"values":[{"key":"host","value":"h.test","type":"default","enabled":true}]}',
  ),
  randomOnly(
    "Postman apikey",
    '"apikey": [{ "key": "value", "value": "¤" }, { "key": "key", "value": "X-Api-Key" }]',
    '"apikey": [{ "key": "value", "value": "{{key}}" }]',
  ),
  password(
    "Insomnia",
    '"authentication":{"type":"basic","username":"jo","password":"¤"}',
    '"authentication":{"type":"basic","username":"jo","password":"{{ _.pw }}"}',
  ),
  password(
    "Insomnia YAML",
    "      authentication:\n        type: basic\n        username: jo\n        password: ¤\n",
    "      authentication:\n        type: basic\n        username: jo\n",
  ),
  password(
    "GitHub Actions log",
    "2026-01-01T10:00:00.1234567Z   env:\n2026-01-01T10:00:00.1234567Z     DB_PASSWORD: ¤\n",
    "2026-01-01T10:00:00.1234567Z   env:\n2026-01-01T10:00:00.1234567Z     DB_PASSWORD: ***\n",
  ),
  anyWord(
    "GitHub Actions log, a command",
    "2026-01-01T10:00:00.1234567Z ##[group]Run mysql -u root -p¤ shop\n",
    "2026-01-01T10:00:00.1234567Z ##[group]Run npm ci\n",
  ),
  anyWord("GitHub Actions add-mask", 'echo "::add-mask::¤"', 'echo "::group::Build"'),
  randomOnly(
    "GitHub Actions set output",
    'echo "token=¤" >> "$GITHUB_OUTPUT"',
    'echo "version=1.2.3" >> "$GITHUB_OUTPUT"',
  ),
  password(
    "GitLab CI variables",
    "variables:\n  POSTGRES_PASSWORD: ¤\n  POSTGRES_DB: shop\n",
    "variables:\n  POSTGRES_DB: shop\n",
  ),
  password(
    "GitLab API variables",
    '[{"variable_type":"env_var","key":"DB_PASSWORD","value":"¤","protected":true}]',
    '[{"variable_type":"env_var","key":"STAGE","value":"prod","protected":true}]',
  ),
  password("glab variable set", "glab variable set DB_PASSWORD ¤", "glab variable list"),
  password("CircleCI", "    environment:\n      PGPASSWORD: ¤\n", "    environment:\n      PGHOST: h\n"),
  anyWord("zsh history", ": 1767225600:0;mysql -u root -p¤ shop\n", ": 1767225600:0;git push origin main\n"),
  anyWord(
    "bash history",
    "  501  export DB_PASSWORD=¤\n  502  ls\n",
    "  501  export EDITOR=vim\n  502  ls\n",
  ),
  anyWord(
    "fish history",
    "- cmd: set -gx DB_PASSWORD ¤\n  when: 1767225600\n",
    "- cmd: set -gx EDITOR vim\n  when: 1767225600\n",
  ),
  anyWord("fish set", "set -x DB_PASSWORD ¤", "set -x EDITOR vim"),
  anyWord("csh setenv", "setenv DB_PASSWORD ¤", "setenv EDITOR vim"),
  anyWord("set -x trace", "+ DB_PASSWORD=¤\n+ psql -h db\n", "+ DB_HOST=db\n+ psql -h db\n"),
  anyWord("set -x trace with quotes", "++ curl -s -u 'jo:¤' https://h.test\n", "++ curl -s https://h.test\n"),
  anyWord("set -x trace of an argument", "+ sshpass -p ¤ ssh jo@h\n", "+ ssh -p 2222 jo@h\n"),
  anyWord("env of Windows", "set DB_PASSWORD=¤\r\nset PATH=C:\\x\r\n", "set PATH=C:\\x\r\n"),
  anyWord("PowerShell env", '$env:DB_PASSWORD = "¤"', '$env:EDITOR = "code"'),
  anyWord("setx", 'setx DB_PASSWORD "¤"', 'setx EDITOR "code"'),
  anyWord(
    "a stack trace with a DSN",
    'sqlalchemy.exc.OperationalError: could not connect to "postgresql://app:¤@db.internal:5432/shop"\n  File "/a.py", line 1',
    'sqlalchemy.exc.OperationalError: could not connect to "db.internal:5432"\n',
  ),
  anyWord(
    "a Go DSN",
    'sql.Open("mysql", "app:¤@tcp(db.internal:3306)/shop?parseTime=true")',
    'sql.Open("mysql", os.Getenv("DSN"))',
  ),
  password(
    "a PDO trace",
    "#0 /app/db.php(12): PDO->__construct('mysql:host=h;dbn...', 'app', '¤')",
    "#0 /app/db.php(12): PDO->query('select 1')",
  ),
  password(
    "a Java trace",
    "Caused by: java.sql.SQLException: Cannot create PoolableConnectionFactory (url=jdbc:x;user=sa;password=¤)",
    "Caused by: java.sql.SQLException: Connection refused",
  ),
  password(
    "a Python repr",
    "ValueError: bad config {'host': 'h', 'password': '¤', 'port': 1}",
    "ValueError: bad config {'host': 'h', 'port': 1}",
  ),
  password("a Ruby inspect", '#<Config host="h", password="¤", port=1>', '#<Config host="h", port=1>'),
  password("a Ruby hash", '{:host=>"h", :password=>"¤"}', '{:host=>"h", :port=>1}'),
  password("a Go struct", "{Host:h Password:¤ Port:1}", "{Host:h Port:1}"),
  password(
    "a Go struct with types",
    'main.Config{Host:"h", Password:"¤", Port:1}',
    'main.Config{Host:"h", Port:1}',
  ),
  password(
    "a Rust debug",
    'Config { host: "h", password: Some("¤"), port: 1 }',
    'Config { host: "h", password: None, port: 1 }',
  ),
  randomOnly(
    "Sentry DSN",
    (s) => `SENTRY_DSN=https://${Buffer.from(s).toString("hex").slice(0, 32)}@o1.ingest.sentry.io/2`,
    "SENTRY_DSN=",
  ),
  password(
    "ssh config, sshpass in ProxyCommand",
    "Host h\n  ProxyCommand sshpass -p ¤ ssh -W %h:%p jo@b\n",
    "Host h\n  ProxyCommand ssh -W %h:%p jo@b\n",
  ),
  anyWord("ssh-add by pipe", "echo ¤ | ssh-add -", "ssh-add -l"),
  randomOnly(
    "a JWT in a URL",
    (s) =>
      `wss://h.test/socket?access_token=eyJhbGciOiJIUzI1NiJ9.${base64('{"sub":"jo","iat":1767225600}').replaceAll("=", "")}.${s}`,
    "wss://h.test/socket?v=2",
  ),
  randomOnly(
    "OAuth token answer",
    '{"access_token":"¤","token_type":"Bearer","expires_in":3600}',
    '{"token_type":"Bearer","expires_in":3600}',
  ),
  randomOnly(
    "OAuth code exchange",
    "grant_type=authorization_code&code=¤&client_id=x",
    "grant_type=client_credentials&client_id=x",
  ),
  randomOnly(
    "OAuth redirect",
    "https://app.test/callback?code=¤&state=xyz",
    "https://app.test/callback?error=denied&state=xyz",
  ),
  anyWord("rsync password", "RSYNC_PASSWORD=¤ rsync -a jo@h::m .", "rsync -a jo@h::m ."),
  anyWord(
    "ipmitool",
    "ipmitool -I lanplus -H h -U jo -P ¤ power status",
    "ipmitool -I lanplus -H h power status",
  ),
  anyWord("snmp v3", "snmpwalk -v3 -u jo -l authPriv -a SHA -A ¤ -x AES h", "snmpwalk -v2c h system"),
  anyWord(
    "influx",
    "influx -username jo -password ¤ -execute 'show databases'",
    "influx -execute 'show databases'",
  ),
  anyWord("createuser SQL in psql -c", `psql -c "CREATE USER jo WITH PASSWORD '¤'"`, 'psql -c "SELECT 1"'),
  anyWord("doctl/registry", "doctl auth init -t ¤", "doctl account get"),
  anyWord("flyway", "flyway -url=jdbc:h2:x -user=sa -password=¤ migrate", "flyway -url=jdbc:h2:x info"),
  anyWord("liquibase", "liquibase --username=jo --password=¤ update", "liquibase --username=jo status"),
  anyWord(
    "sonar",
    "mvn sonar:sonar -Dsonar.login=jo -Dsonar.password=¤",
    "mvn sonar:sonar -Dsonar.host.url=http://h",
  ),
  anyWord(
    "jarsigner",
    "jarsigner -keystore k -storepass ¤ -keypass x a.jar alias",
    "jarsigner -verify a.jar",
  ),
  anyWord(
    "xcrun notarytool",
    "xcrun notarytool submit a.zip --apple-id a@b.test --password ¤ --team-id T1",
    "xcrun notarytool history --team-id T1",
  ),
  anyWord("signtool", "signtool sign /f c.pfx /p ¤ a.exe", "signtool verify /pa a.exe"),
  anyWord("osslsigncode", "osslsigncode sign -pkcs12 c.pfx -pass ¤ -in a -out b", "osslsigncode verify a"),
  anyWord("unzip", "unzip -P ¤ a.zip", "unzip -p a.zip b"),
  anyWord("unrar", "unrar x -p¤ a.rar", "unrar x a.rar"),
  anyWord(
    "cryptsetup by pipe",
    "echo -n '¤' | cryptsetup luksOpen /dev/sdb1 x -",
    "cryptsetup luksDump /dev/sdb1",
  ),
  anyWord("mysql URL in args", "npx prisma db push --url mysql://root:¤@h/x", "npx prisma db push"),
];
