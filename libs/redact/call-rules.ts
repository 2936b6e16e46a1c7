// The calls that take a password as a plain argument, weak ones too: one row per word that the name of the call begins
// with. Read by cues.ts and places.ts; a random argument needs no row (calls.ts).

/** Which argument is the password: the one after a user's name (if there is a third, where to connect), or the first to fourth. */
type Position = "after-user" | "first" | "second" | "third" | "fourth";
/** Where a call takes nothing else in that place, even a plain word is a password: "sure". */
export type CallGroup = "call-after-user" | "call-connect" | "call-first" | `sure-call-${Position}`;

const named = (group: CallGroup, words: string, followedBy: RegExp) =>
  words.split(" ").map((word) => ({ group, word, followedBy }));

export const CALLS: readonly { group: CallGroup; word: string; followedBy: RegExp }[] = [
  // The rest of a name that begins with a word of theirs: PasswordAuthentication, UsernamePasswordCredentials.
  ...named(
    "call-after-user",
    "getConnection createConnection createPool construct PDO mysqli mysqli_connect FTP FTP_TLS",
    / ?=? ?\(/y,
  ),
  ...named("sure-call-after-user", "HTTPBasicAuth HTTPDigestAuth", / ?=? ?\(/y),
  // Ruby writes it without brackets, or passes the name on: basic_auth "jo", "…", request :basic_auth, "jo", "…".
  ...named("sure-call-after-user", "basic_auth basicAuth BasicAuth", /(?: ?=? ?\(|,? (?=["'`]))/y),
  ...named("sure-call-after-user", "login Login", / ?\(/y),
  ...named(
    "call-after-user",
    "login Login auth authenticate set_password signIn",
    /(?:With\w{0,32})? ?=? ?\(/y,
  ),
  ...named(
    "call-after-user",
    "Password Username UserPassword SetBasicAuth PlainAuth UsernamePassword",
    /\w{0,32} ?\(/y,
  ),
  ...named("sure-call-second", "jwt JWT", /\.(?:sign|verify|encode|decode)(?:Async|Sync)? ?[( ]/y),
  ...named("sure-call-second", "createHmac createHMAC", / ?\(/y),
  ...named("sure-call-second", "hmac", /\.New\(/y),
  ...named("sure-call-second", "HMAC", /(?:\.|::)(?:hex|base64)?digest ?[( ]/y),
  ...named("sure-call-first", "hmac", /\.new\(/y),
  ...named("sure-call-first", "HMAC SecretKeySpec cookieParser NewCookieStore", /\w{0,12}\(/y),
  ...named("sure-call-first", "AESGCM AESCCM ChaCha20Poly1305 Fernet", / ?\(/y),
  ...named("call-first", "authenticator totp TOTP", /(?:\.\w{1,20})?\(/y),
  ...named("sure-call-after-user", "simple_bind PlainCredentials PlainTextAuth", /\w{0,8} ?\(/y),
  ...named("call-after-user", "Credentials Sequelize", /\w{0,8} ?\(/y),
  ...named("sure-call-after-user", "auth", /\.basic\(/y),
  ...named("call-after-user", "bind", / ?\(\s?["'`]\w{1,8}=/y),
  ...named("call-connect", "connect Connect", / ?\(/y),
  ...named("sure-call-third", "hash_hmac", /\(/y),
  ...named("sure-call-fourth", "Redis StrictRedis", / ?\(/y),
  // What hashes a password, or compares it with its hash.
  ...named("sure-call-first", "bcrypt bcryptjs argon2", /\.(?:hash|compare|hashpw|checkpw)(?:Sync)? ?\(/y),
  ...named("sure-call-first", "password_hash password_verify make_password check_password", / ?\(/y),
  ...named("sure-call-first", "generate_password_hash pbkdf2 pbkdf2Sync scrypt scryptSync", / ?\(/y),
  ...named("sure-call-second", "argon2", /\.verify ?\(/y),
  ...named("sure-call-first", "Password", /\.create ?\(/y),
  ...named("sure-call-second", "check_password_hash CompareHashAndPassword", / ?\(/y),
];
