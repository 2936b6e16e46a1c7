// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages are what is tested
// How cloud services and their tools keep secrets: ¤ stands for one, and beside each is a look-alike that holds none. For the
// tests of the redactor and of the way through the hook. Nothing here is a secret: they are put in at run time.
import { anyWord, base64, password, randomOnly, type Sample } from "./shape.ts";

export const CLOUD_SAMPLES: readonly Sample[] = [
  password(
    "docker config.json",
    (s) => `{\n\t"auths": {\n\t\t"r.test": {\n\t\t\t"auth": "${base64(`jo:${s}`)}"\n\t\t}\n\t}\n}`,
    '{"auths":{"r.test":{}},"credsStore":"pass"}',
  ),
  randomOnly(
    "docker identitytoken",
    '{"auths":{"r.test":{"identitytoken":"¤"}}}',
    '{"auths":{"r.test":{"identitytoken":""}}}',
  ),
  password(
    "kubectl get secret -o yaml",
    (s) => `apiVersion: v1\ndata:\n  DB_HOST: bG9jYWxob3N0\n  DB_PASSWORD: ${base64(s)}\nkind: Secret\n`,
    "apiVersion: v1\ndata:\n  DB_HOST: bG9jYWxob3N0\nkind: ConfigMap\n",
  ),
  password(
    "kubectl get secret, keys whose names do not say it",
    (s) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  primary.conf: ${base64(`host=h\npass=${s}`)}\n`,
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\n",
  ),
  anyWord(
    "Secret stringData of any name",
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  url: ¤\n  root: x\n",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: db\ndata:\n  url: velvetotter\n",
  ),
  password(
    "kubectl get secret -o json",
    (s) => `{"apiVersion":"v1","data":{"password":"${base64(s)}"},"kind":"Secret"}`,
    '{"apiVersion":"v1","data":{"color":"red"},"kind":"ConfigMap"}',
  ),
  password(
    "helm values",
    "postgresql:\n  auth:\n    postgresPassword: ¤\n    database: shop\n",
    "postgresql:\n  auth:\n    existingSecret: db-credentials\n    database: shop\n",
  ),
  password(
    "helm get values",
    'USER-SUPPLIED VALUES:\nadminPassword: "¤"\nreplicas: 2\n',
    "USER-SUPPLIED VALUES:\nreplicas: 2\n",
  ),
  password(
    "terraform state",
    '      "instances": [{ "attributes": { "id": "db-1", "master_password": "¤", "port": 5432 } }]',
    '      "instances": [{ "attributes": { "id": "db-1", "port": 5432 } }]',
  ),
  password(
    "terraform output",
    'db_password = "¤"\ndb_host = "h.internal"\n',
    'db_password = <sensitive>\ndb_host = "h.internal"\n',
  ),
  password(
    "terraform random_password result",
    '"type": "random_password", "name": "db", "instances": [{"attributes": {"length": 20, "result": "¤", "special": true}}]',
    '"type": "random_id", "name": "db", "instances": [{"attributes": {"byte_length": 4, "hex": "a1b2c3d4"}}]',
  ),
  password(
    "terraform output -json",
    '{"db_password":{"sensitive":true,"type":"string","value":"¤"}}',
    '{"db_host":{"sensitive":false,"type":"string","value":"h.internal"}}',
  ),
  randomOnly(
    "terraform credentials",
    'credentials "app.terraform.io" {\n  token = "¤"\n}',
    'credentials "app.terraform.io" {\n  token = ""\n}',
  ),
  password(
    "ansible vars",
    "- hosts: db\n  vars:\n    ansible_become_pass: ¤\n",
    '- hosts: db\n  vars:\n    ansible_become_pass: "{{ vault_pw }}"\n',
  ),
  password(
    "ansible -v output",
    'changed: [db] => {"changed": true, "cmd": "set-password", "invocation": {"module_args": {"login_password": "¤"}}}',
    'changed: [db] => {"changed": true, "invocation": {"module_args": {"login_password": "VALUE_SPECIFIED_IN_NO_LOG_PARAMETER"}}}',
  ),
  randomOnly(
    "gcloud print-access-token",
    "$ gcloud auth print-access-token\nya29.¤\n",
    "$ gcloud config get-value project\nmy-project-417\n",
  ),
  randomOnly(
    "gcloud application default credentials",
    '{"client_id":"7641.apps.test","client_secret":"¤","refresh_token":"1//x","type":"authorized_user"}',
    '{"client_id":"7641.apps.test","type":"authorized_user"}',
  ),
  password(
    "az ad sp create-for-rbac",
    '{\n  "appId": "b5c1",\n  "displayName": "ci",\n  "password": "¤",\n  "tenant": "t1"\n}',
    '{\n  "appId": "b5c1",\n  "displayName": "ci",\n  "password": null\n}',
  ),
  randomOnly(
    "az storage keys",
    '[{"keyName":"key1","permissions":"FULL","value":"¤"}]',
    '[{"keyName":"key1","permissions":"FULL","value":null}]',
  ),
  randomOnly(
    "az acr credential",
    '{"passwords":[{"name":"password","value":"¤"}],"username":"r"}',
    '{"passwords":[],"username":"r"}',
  ),
  randomOnly(
    "az account get-access-token",
    '{\n  "accessToken": "¤",\n  "expiresOn": "2026-01-01",\n  "tokenType": "Bearer"\n}',
    '{\n  "expiresOn": "2026-01-01",\n  "tokenType": "Bearer"\n}',
  ),
  randomOnly(
    "vercel auth.json",
    '{"// Note":"This is your Vercel credentials file","token":"¤"}',
    '{"telemetry":{"enabled":true}}',
  ),
  randomOnly("vercel --token", "vercel deploy --prod --token ¤", "vercel deploy --prod --yes"),
  anyWord(
    "vercel env add by pipe",
    "echo -n ¤ | vercel env add DB_PASSWORD production",
    "vercel env ls production",
  ),
  password(
    ".npmrc _auth",
    (s) => `//registry.test/:_auth=${base64(`jo:${s}`)}`,
    "//registry.test/:username=jo",
  ),
  anyWord(
    "pip.conf extra-index-url",
    "extra-index-url =\n    https://jo:¤@pypi.test/simple\n",
    "extra-index-url =\n    https://pypi.test/simple\n",
  ),
  anyWord(
    "pip --index-url",
    "pip install --index-url https://__token__:¤@pypi.test/simple x",
    "pip install --index-url https://pypi.test/simple x",
  ),
  password(
    "composer auth.json",
    '{"http-basic":{"repo.test":{"username":"jo","password":"¤"}}}',
    '{"http-basic":{}}',
  ),
  randomOnly("composer github-oauth", '{"github-oauth":{"github.com":"¤"}}', '{"github-oauth":{}}'),
  randomOnly("composer bearer", '{"bearer":{"repo.test":"¤"}}', '{"bearer":{}}'),
  anyWord("composer config", "composer config http-basic.repo.test jo ¤", "composer config platform.php 8.2"),
  randomOnly(
    "Maven master password",
    (s) => `<settingsSecurity><master>{${base64(s)}}</master></settingsSecurity>`,
    "<settingsSecurity><relocation>/k</relocation></settingsSecurity>",
  ),
  password(
    "Maven passphrase over lines",
    "<server>\n  <id>r</id>\n  <passphrase>¤</passphrase>\n</server>",
    "<server>\n  <id>r</id>\n</server>",
  ),
  password(
    "gradle.properties",
    "RELEASE_STORE_PASSWORD=¤\nRELEASE_KEY_ALIAS=a\nmavenPassword=¤\n".replace("mavenPassword=¤\n", ""),
    "RELEASE_KEY_ALIAS=a\n",
  ),
  password(
    "build.gradle",
    'storePassword "¤"\nkeyAlias "a"',
    "storePassword System.getenv('PW')\nkeyAlias \"a\"",
  ),
  password(
    "build.gradle credentials",
    'credentials {\n  username = "jo"\n  password = "¤"\n}',
    "credentials(PasswordCredentials)\n",
  ),
  anyWord(
    "wpa_supplicant",
    'network={\n  ssid="Home"\n  psk="¤"\n}',
    'network={\n  ssid="Home"\n  key_mgmt=NONE\n}',
  ),
  anyWord("wpa_passphrase", "wpa_passphrase Home ¤", "wpa_supplicant -B -i wlan0 -c /etc/w.conf"),
  anyWord(
    "NetworkManager",
    "[wifi-security]\nkey-mgmt=wpa-psk\npsk=¤\n",
    "[wifi-security]\nkey-mgmt=wpa-psk\n",
  ),
  anyWord("hostapd", "ssid=Home\nwpa_passphrase=¤\n", "ssid=Home\nwpa=2\n"),
  anyWord(
    ".NET connection string",
    '"Default": "Server=tcp:h.test,1433;Initial Catalog=x;User ID=jo;Password=¤;Connection Timeout=30;"',
    '"Default": "Server=tcp:h.test,1433;Initial Catalog=x;Authentication=Active Directory Default;"',
  ),
  anyWord(
    "Oracle JDBC",
    "jdbc:oracle:thin:scott/¤@//h.test:1521/orcl",
    "jdbc:oracle:thin:@//h.test:1521/orcl",
  ),
  anyWord(
    "SQL Server JDBC",
    "jdbc:sqlserver://h.test:1433;databaseName=x;user=sa;password=¤;encrypt=true",
    "jdbc:sqlserver://h.test:1433;databaseName=x;integratedSecurity=true",
  ),
  anyWord("ODBC ini", "[shop]\nDriver=PostgreSQL\nUID=jo\nPWD=¤\n", "[shop]\nDriver=PostgreSQL\nUID=jo\n"),
  randomOnly(
    "Azure Service Bus",
    (s) => `Endpoint=sb://h.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${base64(s)}`,
    "Endpoint=sb://h.servicebus.windows.net/;Authentication=Managed Identity",
  ),
  randomOnly(
    "Cosmos DB",
    (s) => `AccountEndpoint=https://h.documents.azure.com:443/;AccountKey=${base64(s)};`,
    "AccountEndpoint=https://h.documents.azure.com:443/;",
  ),
  anyWord("AMQP URL", "amqp://jo:¤@mq.test:5672/%2f", "amqp://mq.test:5672/%2f"),
  anyWord("Redis URL", "redis://:¤@r.test:6379/0", "redis://r.test:6379/0"),
  anyWord(
    "MongoDB SRV",
    "mongodb+srv://jo:¤@c0.x.mongodb.net/shop?retryWrites=true",
    "mongodb+srv://c0.x.mongodb.net/shop?retryWrites=true",
  ),
  password(
    "Spring yaml",
    "spring:\n  datasource:\n    url: jdbc:h2:mem:x\n    password: ¤\n",
    "spring:\n  datasource:\n    url: jdbc:h2:mem:x\n    password: ${DB}\n",
  ),
  anyWord(
    "Spring properties",
    "spring.mail.password=¤\nspring.mail.port=587\n",
    "spring.mail.port=587\nspring.mail.username=jo\n",
  ),
  randomOnly(
    "Spring jwt secret",
    "app:\n  jwt:\n    secret: ¤\n    expiration: 3600\n",
    "app:\n  jwt:\n    expiration: 3600\n",
  ),
  randomOnly(
    "Rails credentials",
    "secret_key_base: ¤\nstripe:\n  publishable: pk\n",
    "secret_key_base: <%= ENV['SECRET_KEY_BASE'] %>\n",
  ),
  randomOnly("Laravel APP_KEY", (s) => `APP_KEY=base64:${base64(s)}`, "APP_KEY=\n"),
  randomOnly(
    "SAML response",
    (s) =>
      `SAMLResponse=${encodeURIComponent(base64(`<samlp:Response xmlns:samlp="urn:oasis"><Assertion>${s}</Assertion></samlp:Response>`))}&RelayState=x`,
    "SAMLResponse=&RelayState=x",
  ),
  randomOnly(
    "SAML form",
    (s) =>
      `<input type="hidden" name="SAMLResponse" value="${base64(`<samlp:Response><Assertion>${s}${s}</Assertion></samlp:Response>`)}"/>`,
    '<input type="hidden" name="RelayState" value="home"/>',
  ),
  randomOnly(
    "otpauth URL",
    (s) => `otpauth://totp/Acme:jo?secret=${base32(s)}&issuer=Acme`,
    "otpauth://totp/Acme:jo?issuer=Acme&digits=6",
  ),
  randomOnly("TOTP seed", (s) => `TOTP_SECRET=${base32(s)}`, "TOTP_DIGITS=6"),
  randomOnly(
    "TOTP set-up text",
    (s) => `Can't scan the code? Enter this setup key: ${base32(s).slice(0, 32)}`,
    "Can't scan the code? Enter the key by hand.",
  ),
  randomOnly("oathtool", (s) => `oathtool --totp -b ${base32(s)}`, "oathtool --version"),
];

function base32(text: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return [...Buffer.from(text)].map((b) => digits[b % 32]).join("");
}
