// The calls that take a password as a plain argument, weak ones too: one row per word that the name of the call begins
// with. Read by cues.ts and places.ts; a random argument needs no row (calls.ts).

/** Which argument is the password: the one after a user's name (if there is a third, where to connect), or the first to fourth. */
export type CallGroup =
  | "call-after-user"
  | "call-connect"
  | "call-first"
  | "call-second"
  | "call-third"
  | "call-fourth";

const named = (group: CallGroup, words: string, followedBy: RegExp) =>
  words.split(" ").map((word) => ({ group, word, followedBy }));

export const CALLS: readonly { group: CallGroup; word: string; followedBy: RegExp }[] = [
  // The rest of a name that begins with a word of theirs: PasswordAuthentication, UsernamePasswordCredentials.
  ...named(
    "call-after-user",
    "HTTPBasicAuth HTTPDigestAuth getConnection construct PDO mysqli mysqli_connect FTP FTP_TLS",
    / ?=? ?\(/y,
  ),
  ...named(
    "call-after-user",
    "login Login auth basicAuth BasicAuth authenticate set_password signIn",
    /(?:With\w{0,32})? ?=? ?\(/y,
  ),
  ...named(
    "call-after-user",
    "Password Username UserPassword SetBasicAuth PlainAuth UsernamePassword",
    /\w{0,32} ?\(/y,
  ),
  ...named("call-second", "jwt JWT", /\.(?:sign|verify|encode|decode)(?:Async|Sync)? ?[( ]/y),
  ...named("call-second", "createHmac createHMAC", / ?\(/y),
  ...named("call-second", "hmac", /\.New\(/y),
  ...named("call-second", "HMAC", /(?:\.|::)(?:hex|base64)?digest ?[( ]/y),
  ...named("call-first", "hmac", /\.new\(/y),
  ...named("call-first", "HMAC SecretKeySpec cookieParser NewCookieStore", /\w{0,12}\(/y),
  ...named("call-first", "authenticator totp TOTP", /(?:\.\w{1,20})?\(/y),
  ...named(
    "call-after-user",
    "simple_bind Credentials PlainCredentials PlainTextAuth Sequelize",
    /\w{0,8} ?\(/y,
  ),
  ...named("call-after-user", "auth", /\.basic\(/y),
  ...named("call-after-user", "bind", / ?\(\s?["'`]\w{1,8}=/y),
  ...named("call-connect", "connect Connect", / ?\(/y),
  ...named("call-third", "hash_hmac", /\(/y),
  ...named("call-fourth", "Redis StrictRedis", / ?\(/y),
  // What hashes a password, or compares it with its hash.
  ...named("call-first", "bcrypt bcryptjs argon2", /\.(?:hash|compare|hashpw|checkpw)(?:Sync)? ?\(/y),
  ...named("call-first", "password_hash password_verify make_password check_password", / ?\(/y),
  ...named("call-first", "generate_password_hash pbkdf2 pbkdf2Sync scrypt scryptSync", / ?\(/y),
  ...named("call-second", "argon2", /\.verify ?\(/y),
  ...named("call-second", "check_password_hash CompareHashAndPassword", / ?\(/y),
];
