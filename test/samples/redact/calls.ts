// Secrets as arguments of calls, in sentences, in groups and in encodings, with the look-alikes beside them.

import { anyWord, base64, password, randomOnly, type Sample } from "./shape.ts";

const hex = (text: string): string => Buffer.from(text).toString("hex");
const inLines = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];

/** As xxd prints a file. */
function xxd(text: string): string {
  return inLines(text, 16)
    .map((line, i) => {
      const offset = (i * 16).toString(16).padStart(8, "0");
      const pairs = inLines(hex(line), 4).join(" ");
      return `${offset}: ${pairs.padEnd(39)}  ${line.replace(/[^ -~]/g, ".")}`;
    })
    .join("\n");
}

export const CALL_SAMPLES: readonly Sample[] = [
  randomOnly("Fernet", 'cipher = Fernet(b"¤")', 'cipher = Fernet(os.environ["FERNET"])'),
  randomOnly(
    "Fernet over lines",
    "cipher = Fernet(\n    b'¤'\n)",
    "cipher = Fernet(\n    Fernet.generate_key()\n)",
  ),
  randomOnly(
    "Twilio in Python",
    'c = Client("AC0f1e2d3c4b5a69788796a5b4c3d2e1f0", "¤")',
    'c = Client("localhost", 5432)',
  ),
  randomOnly(
    "Twilio by require",
    "require('twilio')('AC0f1e2d3c4b5a69788796a5b4c3d2e1f0', '¤')",
    "require('debug')('app:http')",
  ),
  randomOnly(
    "Algolia",
    'algoliasearch("XY7PQ2L9KD", "¤").initIndex("p")',
    'algoliasearch(appId, "products-by-price")',
  ),
  randomOnly("login of a client", 'client.login("¤");', 'client.login("github-enterprise-account");'),
  randomOnly(
    "a made client of Go",
    'api := slack.New("¤")',
    'err := errors.New("invalid token for this client")',
  ),
  randomOnly("a client of Ruby", 'Stripe::StripeClient.new("¤")', 'Logger.new("log/production.log")'),
  randomOnly("a key of C#", 'new AzureKeyCredential("¤")', 'new AzureKeyCredential(config["Search"])'),
  randomOnly("a key of Java", 'Algorithm.HMAC256("¤")', 'Cipher.getInstance("AES/GCM/NoPadding")'),
  randomOnly(
    "a key of Rust",
    'EncodingKey::from_secret("¤".as_ref())',
    "EncodingKey::from_secret(config.secret)",
  ),
  randomOnly(
    "bytes within a call",
    'hmac.New(sha256.New, []byte("¤"))',
    'hmac.New(sha256.New, []byte(os.Getenv("HMAC")))',
  ),
  randomOnly(
    "a hash in a test",
    'sign.hmac("¤")',
    'expect(hash).toBe("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")',
  ),
  randomOnly(
    "an address of a contract",
    'new ethers.Wallet("¤", provider)',
    'new ethers.Contract("0x5FbDB2315678afecb367f032d93F642f64180aa3", abi)',
  ),
  password(
    "jwt.sign",
    'jwt.sign({ id }, "¤", { expiresIn: "1h" })',
    'jwt.sign({ id }, privateKey, { algorithm: "RS256" })',
  ),
  password("JWT of Ruby", "JWT.encode payload, '¤', 'HS256'", "JWT.encode payload, key, 'HS256'"),
  password("createHmac", 'createHmac("sha256", "¤")', 'createHmac("sha256", secret)'),
  password(
    "positional Redis",
    'redis.Redis("cache.local", 6379, 0, "¤")',
    "redis.Redis(host, port, 0, password)",
  ),
  password(
    "bcrypt.compare",
    'await bcrypt.compare("¤", user.hash)',
    "await bcrypt.compare(req.body.password, user.hash)",
  ),
  password(
    "password_hash",
    'password_hash("¤", PASSWORD_BCRYPT)',
    "password_hash($_POST['password'], PASSWORD_BCRYPT)",
  ),
  password(
    "check_password_hash",
    "check_password_hash(row.pw, '¤')",
    "check_password_hash(row.pw, form.password)",
  ),
  password("ssh.Password", 'ssh.AuthMethod{ssh.Password("¤")}', 'ssh.Password(os.Getenv("SSH_PW1"))'),
  password("setPassword", 'ds.setPassword("¤");', 'ds.getPassword("primary-db-2");'),
  password(
    "smtp.PlainAuth",
    'smtp.PlainAuth("", "a@b.test", "¤", "smtp.b.test")',
    'smtp.PlainAuth("", user, pw, "smtp.b2.test")',
  ),
  password(
    "PasswordAuthentication",
    'new PasswordAuthentication("a@b.test", "¤")',
    "new PasswordAuthentication(user, pass)",
  ),
  password(
    "pymysql.connect",
    'pymysql.connect("localhost", "root", "¤", "shop")',
    'io.connect("localhost", "room", options2)',
  ),
  password("basic_auth of Rust", '.basic_auth("admin", Some("¤"))', '.basic_auth("admin", None::<&str>)'),
  password(
    "a field of Playwright",
    'await page.fill("#password", "¤");',
    'await page.fill("#search", "shoes-42");',
  ),
  password(
    "a labelled field",
    'page.getByLabel("Password").fill("¤")',
    'page.getByLabel("Title").fill("week-42")',
  ),
  anyWord(
    "a command as a list",
    'run(["sshpass", "-p", "¤", "ssh", "h"])',
    'run(["ssh", "-p", "2222", "h"])',
  ),
  anyWord(
    "a command in a string",
    `const c = "sshpass -p '¤' ssh root@h uptime";`,
    `const c = "mkdir -p 'a/b/c'";`,
  ),
  anyWord(
    "a command in a string in JSON",
    '{"code":"exec(\\"sshpass -p \'¤\' ssh h\\")"}',
    '{"code":"exec(\\"cp -p a b\\")"}',
  ),
  randomOnly("_SIGNING", "SLACK_SIGNING=¤", "CODE_SIGNING_ALLOWED=NO"),
  randomOnly("signing in YAML", "webhook:\n  signing: ¤", "android:\n  signing: release-2024"),
  randomOnly("a seed", "OTP_SEED=¤", "SEED=20260412"),
  randomOnly("a second factor", "GITHUB_2FA=¤", "GITHUB_2FA=required-for-all-members-2"),
  randomOnly(
    "base64 twice",
    (secret) => `x: ${base64(base64(`token=ghp_${secret}AAAA`))}`,
    `x: ${base64(base64("a text as any"))}`,
  ),
  randomOnly(
    "hex",
    (secret) => `echo ${hex(`API_KEY=${secret}`)} | xxd -r -p`,
    `echo ${hex("a text like any other")}`,
  ),
  randomOnly(
    "xxd",
    (secret) => `$ xxd .env\n${xxd(`API_KEY=${secret}\n`)}`,
    `$ xxd a\n${xxd("a text like any other, no secret\n")}`,
  ),
  password("a sentence", "the password is ¤", "the password is hashed with argon2id"),
  password(
    "a sentence with a purpose",
    "The password for the staging database is ¤.",
    "The password for the staging database is in 1Password.",
  ),
  password("German", "Das Kennwort für den Server lautet ¤.", "Das Passwort ist zu kurz: 8 Zeichen."),
  password("French", "Le mot de passe est ¤", "Le mot de passe est obligatoire"),
  password("Spanish", "La contraseña es ¤", "La contraseña es incorrecta"),
  password("Portuguese", "A senha é ¤", "A senha é obrigatória"),
  password("Russian", "Пароль: ¤", "Пароль неверный"),
  password("Japanese", "パスワードは ¤ です", "パスワードは必須です"),
  password("Chinese", "密码是 ¤", "密码是必填项"),
  password("Korean", "비밀번호는 ¤입니다", "비밀번호는 필수입니다"),
  password("FTP", "ftplib.FTP('ftp.acme.io', 'deploy', '¤')", "ftplib.FTP(host, user, password)"),
  password(
    "ssh with a port",
    "ssh.connect('10.0.0.4', 22, 'root', '¤')",
    "signal.connect('clicked', 'handler1')",
  ),
  password(
    "LDAP bind",
    'conn.simple_bind_s("cn=admin,dc=acme,dc=io", "¤")',
    "$(el).bind('click1', 'handler2')",
  ),
  password(
    "a property",
    'props.setProperty("password", "¤");',
    'props.setProperty("password", getPassword());',
  ),
  password(
    "a secret that is set",
    "pulumi config set --secret dbPassword ¤",
    "pulumi config set --secret dbPassword",
  ),
  password(
    "inserted rows",
    "INSERT INTO users (id, password) VALUES (1, '¤');",
    "INSERT INTO users (id, password) VALUES ($1, $2);",
  ),
  password("ACL of Redis", "ACL SETUSER app on >¤ ~* +@all", "ACL SETUSER app on nopass ~* +@all"),
];

/** What is written in groups, as it stands and without a place for another secret. */
export const GROUPED: readonly { text: string; secret: string }[] = [
  { text: "Enter this setup key: 55rj j2by vjg4 irhe d36b cqvd vp3t qetj", secret: "irhe d36b" },
  { text: "2FA secret: 55RJ J2BY VJG4 IRHE D36B CQVD VP3T QETJ", secret: "IRHE D36B" },
  { text: "AES key: a7e5c9b1 9fdcdfdd 39272bfd e051f201", secret: "39272bfd" },
  { text: "encryption key = a7:e5:c9:b1:9f:dc:df:dd:39:27:2b:fd:e0:51:f2:01", secret: "39:27:2b" },
  {
    text: "uint8_t aes_key[] = { 0xa7, 0xe5, 0xc9, 0xb1, 0x9f, 0xdc, 0xdf, 0xdd, 0x39, 0x27 };",
    secret: "0xdf, 0xdd",
  },
  { text: "Your backup codes: 6282 5285, 0096 6380, 2205 3745", secret: "0096 6380" },
  {
    text: 'WALLET_SEED="antique anger admit agree actor angry advance actress absurd again action alter"',
    secret: "advance actress",
  },
  {
    text: '"mnemonic": ["antique", "anger", "admit", "agree", "actor", "angry", "advance", "actress", "absurd", "again", "action", "alter"]',
    secret: "advance",
  },
];
