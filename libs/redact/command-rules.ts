// The commands that take a password without a name such as "password" before it: one row per command. Read by commands.ts;
// add a row when a tool was missed.

export type CommandRule = {
  /** Names of programs, separated by spaces. */
  readonly commands: string;
  /** Words of which one must have come before, such as a sub-command. */
  readonly after?: string;
  /**
   * "-p": the next word. "-p…": the rest of the same word. "NAME": the word after any name that announces a secret.
   * "NEXT": the word after the command. "LAST": the last word. "UNC": the word after \\\\server\\share.
   */
  readonly flags: string;
  /** The secret is what follows this character, as in user:password. */
  readonly split?: string;
  /** How many words stand between the flag and the secret. */
  readonly skip?: number;
};

export const COMMAND_RULES: readonly CommandRule[] = [
  // the web
  {
    commands: "curl",
    flags: "-u -U --user --proxy-user -u… -U… --user=… --proxy-user=…",
    split: ":",
  },
  { commands: "http https xh xhs", flags: "-a --auth -a… --auth=…", split: ":" },
  { commands: "curl", flags: "--pass --proxy-pass --oauth2-bearer --tlspassword --ftp-account" },
  { commands: "curl", flags: "-b --cookie -b… --cookie=…", split: "=" },
  { commands: "ab siege", flags: "-A -P", split: ":" },
  { commands: "lftp", flags: "-u -u…", split: "," },
  { commands: "ncftp ncftpget ncftpput", flags: "-p" },
  // remote machines and directories
  { commands: "sshpass", flags: "-p -p…" },
  { commands: "plink pscp psftp putty kitty", flags: "-pw" },
  { commands: "ssh-keygen", flags: "-N -P" },
  {
    commands:
      "ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldapwhoami ldappasswd ldapcompare ldapexop",
    flags: "-w -w…",
  },
  { commands: "ldappasswd", flags: "-s -a" },
  {
    commands: "smbclient rpcclient smbget smbmap smbcacls winexe net wmiexec",
    flags: "-U --user -U… --user=…",
    split: "%",
  },
  { commands: "smbmap crackmapexec netexec nxc evil-winrm rdesktop", flags: "-p" },
  { commands: "xfreerdp xfreerdp3 wfreerdp mstsc cmdkey winscp", flags: "/p:… /pass:… /password:…" },
  { commands: "signtool", flags: "/p" },
  { commands: "osslsigncode", flags: "-pass" },
  { commands: "ipmitool racadm", flags: "-P -p" },
  { commands: "snmpwalk snmpget snmpset snmpbulkwalk", flags: "-A -X -c" },
  { commands: "wpa_passphrase", flags: "wpa_passphrase", skip: 1 },
  { commands: "net", after: "use", flags: "UNC" },
  { commands: "net", flags: "user", skip: 1 },
  { commands: "psexec PsExec psexec64", flags: "-p" },
  { commands: "schtasks", flags: "/rp /p" },
  { commands: "useradd usermod", flags: "-p" },
  // databases and queues
  {
    commands:
      "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlsh mysqlbinlog mysqlslap mysqlpump mariadb " +
      "mariadb-dump mariadb-admin mariadb-import mydumper myloader xtrabackup",
    flags: "-p…",
  },
  { commands: "mysqladmin mariadb-admin", flags: "password" },
  {
    commands: "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop",
    flags: "-p -p…",
  },
  { commands: "redis-cli valkey-cli keydb-cli redis-benchmark", flags: "-a --pass" },
  { commands: "sqlcmd bcp osql isql tsql", flags: "-P -P…" },
  { commands: "sqlplus impdp expdp sqlldr rman", flags: "NEXT", split: "/" },
  { commands: "cqlsh cypher-shell rabbitmqadmin influx arangosh", flags: "-p -password" },
  { commands: "rabbitmqctl", flags: "add_user change_password authenticate_user", skip: 1 },
  { commands: "neo4j-admin", flags: "set-initial-password" },
  { commands: "mosquitto_pub mosquitto_sub mqtt", flags: "-P -pw" },
  { commands: "mosquitto_passwd", after: "-b -c", flags: "LAST" },
  {
    commands: "htpasswd",
    after: "-b -nb -bn -cb -bc -Bb -bB -nbB -nBb -bnB -cbB -bcB -Bbc -Bbn -Bcb",
    flags: "LAST",
  },
  // keys and archives
  { commands: "openssl", flags: "pass:… -k -password" },
  { commands: "openssl", after: "passwd", flags: "-1 -5 -6 -apr1 -crypt -stdin" },
  { commands: "apksigner", flags: "pass:…" },
  { commands: "gpg gpg2 duplicity", flags: "--passphrase --passphrase=…" },
  { commands: "keytool jarsigner", flags: "-storepass -keypass -srcstorepass -deststorepass -new" },
  { commands: "zip unzip zipcloak", flags: "-P -P…" },
  { commands: "7z 7za 7zz 7zr rar unrar", flags: "-p… -hp…" },
  { commands: "pdftk", flags: "user_pw owner_pw input_pw" },
  {
    commands: "security",
    flags: "-w -p -P",
    after: "add-generic-password add-internet-password unlock-keychain create-keychain import",
  },
  { commands: "certutil pk12util", flags: "-p -W" },
  // containers, clouds, secrets of deployments
  {
    commands: "docker podman nerdctl helm oras crane buildah skopeo az cf oc ibmcloud twine argocd",
    after: "login upload",
    flags: "-p",
  },
  {
    commands: "skopeo buildah podman",
    flags: "--creds --src-creds --dest-creds --creds=… --src-creds=… --dest-creds=…",
    split: ":",
  },
  { commands: "doctl", after: "auth", flags: "-t" },
  { commands: "cargo vault", flags: "login" },
  { commands: "vault", flags: "unseal" },
  { commands: "ngrok", flags: "authtoken add-authtoken" },
  { commands: "cloudflared", after: "service", flags: "install" },
  { commands: "bw", flags: "unlock" },
  { commands: "bw", flags: "login", skip: 1 },
  { commands: "rclone", flags: "obscure" },
  { commands: "ansible-vault", flags: "encrypt_string" },
  { commands: "aws", flags: "--secret-string --master-user-password --secret-access-key" },
  { commands: "gh", after: "secret", flags: "-b --body -b… --body=…" },
  { commands: "mc", after: "alias", flags: "set", skip: 3 },
  { commands: "poetry composer", after: "config", flags: "http-basic.…", skip: 1 },
  { commands: "nuget dotnet", after: "push setApiKey", flags: "-k -ApiKey setApiKey" },
  {
    commands:
      "npm yarn pnpm pip poetry git dotnet aws rclone nmcli pulumi netlify vercel cf setx bundle conda composer rails minikube gcloud sentry-cli",
    after: "set set-env env:set config create connect modify add setx",
    flags: "NAME",
  },
  { commands: "glab", after: "variable", flags: "NAME" },
  { commands: "setenv", flags: "NAME" },
  { commands: "p4", flags: "-P" },
];

/** Commands that are given NAME=VALUE or --name VALUE, where a name such as "password" makes even a plain word a secret. */
export const SETTING_COMMANDS =
  "kubectl oc helm vault heroku fly flyctl supabase railway doppler eb firebase terraform tofu ansible mount psql " +
  "ansible-playbook docker podman ogr2ogr mvn gradle gradlew java wrangler gh pulumi s3cmd az gcloud aws tailscale svn " +
  "clickhouse-client influx wget qpdf cqlsh argocd nuget dotnet npm";

/** Words after which a command reads its password from the pipe: echo … | docker login --password-stdin */
export const READS_FROM_PIPE =
  "--password-stdin --stdin --with-token --pass-stdin --passphrase-fd -S chpasswd passwd kinit ssh-add cryptsetup vercel put";

/** The programs whose lines are worth reading. */
export const COMMAND_NAMES: readonly string[] = [
  ...new Set(
    [...COMMAND_RULES.map(({ commands }) => commands), SETTING_COMMANDS, "echo printf"].join(" ").split(" "),
  ),
];
