// Observations of six invented projects, and later questions about them: the set that detects worse search quality.
// Several projects have the same problems, so that the right answer has rivals.

export interface Thing {
  id: string;
  kind: "tool" | "prompt" | "reply";
  title: string;
  summary: string;
  detail: string;
  files: readonly string[];
  symbols: readonly string[];
}

export interface Question {
  category: "identifier" | "error" | "paraphrase" | "decision" | "file" | "prose" | "language";
  text: string;
  /** Ids of the observations that answer it. */
  gold: readonly string[];
}

type More = { detail?: string; files?: readonly string[]; symbols?: readonly string[] };

const did = (id: string, title: string, summary: string, more: More = {}): Thing => ({
  ...{ id, kind: "tool", title, summary, detail: "", files: [], symbols: [] },
  ...more,
});
const asked = (id: string, text: string): Thing => ({
  ...{ id, kind: "prompt", title: text.slice(0, 60), summary: text, detail: "", files: [], symbols: [] },
});
const replied = (id: string, text: string): Thing => ({ ...asked(id, text), kind: "reply" });

/** Project → sessions → what happened, in order. */
export const past: Readonly<Record<string, readonly (readonly Thing[])[]>> = {
  harbor: [
    [
      asked(
        "h1",
        "Customers get two bookings when they double-click. Can we make the booking endpoint safe?",
      ),
      did(
        "h2",
        "Read src/bookings/create.ts",
        "createBooking inserts at once and answers 201; nothing recognises a repeated request.",
        {
          files: ["src/bookings/create.ts"],
          symbols: ["createBooking"],
        },
      ),
      replied(
        "h3",
        "I would take an Idempotency-Key header and store it with a unique index. We keep keys for 24 hours, because carriers retry for at most a day.",
      ),
      did(
        "h4",
        "Edit src/bookings/create.ts: idempotency",
        "createBooking looks up the key first and gives back the stored answer; a second request waits for the first.",
        {
          files: ["src/bookings/create.ts"],
          symbols: ["createBooking", "findStoredAnswer"],
        },
      ),
      did(
        "h5",
        "Write migrations/0031_idempotency_keys.sql",
        "Table idempotency_keys with a unique index on (tenant_id, key) and an expires_at column.",
        {
          files: ["migrations/0031_idempotency_keys.sql"],
        },
      ),
      did(
        "h6",
        "Bash npm test -- bookings",
        "14 passed. The test that sends the same request twenty times at once sees exactly one row.",
      ),
      did(
        "h7",
        "Bash psql -f migrations/0031_idempotency_keys.sql",
        'failed: duplicate key value violates unique constraint "bookings_pkey", because the seed had been loaded twice.',
        {
          detail:
            'ERROR: duplicate key value violates unique constraint "bookings_pkey" DETAIL: Key (id)=(1) already exists.',
        },
      ),
    ],
    [
      asked("h8", "The rates page takes nine seconds for tenants with many carriers. Find out why."),
      did(
        "h9",
        "Bash explain analyze",
        "Sequential scan over rate_lines, 2.1 million rows, because the filter casts valid_from to date.",
        {
          detail: "Seq Scan on rate_lines (cost=0.00..84210.10) Filter: ((valid_from)::date <= now())",
        },
      ),
      did(
        "h10",
        "Edit src/rates/query.ts: compare timestamps as they are",
        "The cast is gone, so the index on (carrier_id, valid_from) is used; nine seconds became forty milliseconds.",
        {
          files: ["src/rates/query.ts"],
          symbols: ["selectCurrentRates"],
        },
      ),
      replied(
        "h11",
        "A materialised view would also have worked, but it has to be refreshed after each import and operations did not want another cron job.",
      ),
      did(
        "h12",
        "Edit src/rates/cache.ts",
        "RateCache keeps answers per tenant for sixty seconds and drops them when a carrier sends new prices.",
        {
          files: ["src/rates/cache.ts"],
          symbols: ["RateCache", "dropTenant"],
        },
      ),
      did("h13", "Bash npm run bench:rates", "p95 fell from 8,900 ms to 61 ms with the production copy."),
    ],
    [
      asked("h14", "Webhooks to carriers sometimes never arrive. We need retries."),
      replied(
        "h15",
        "Retries go through the outbox table with exponential back-off: 1, 5, 25 minutes, then hourly for a day. I did not take the message broker: there is nobody on call who knows it.",
      ),
      did(
        "h16",
        "Write src/webhooks/outbox.ts",
        "deliverPending claims rows with FOR UPDATE SKIP LOCKED, so that several workers never send the same webhook.",
        {
          files: ["src/webhooks/outbox.ts"],
          symbols: ["deliverPending", "nextAttemptAt"],
        },
      ),
      did(
        "h17",
        "Edit src/webhooks/sign.ts",
        "Signature is HMAC-SHA256 over timestamp and body; timestamps older than five minutes are refused against replay.",
        {
          files: ["src/webhooks/sign.ts"],
          symbols: ["signPayload"],
        },
      ),
      did(
        "h18",
        "Bash npm test -- webhooks",
        "failed: connect ECONNREFUSED 127.0.0.1:5433, the test database was not running.",
        {
          detail: "Error: connect ECONNREFUSED 127.0.0.1:5433 at TCPConnectWrap.afterConnect",
        },
      ),
      did(
        "h19",
        "Edit docker-compose.test.yml",
        "The test database listens on 5433 and has a health check, so that tests wait until it is ready.",
        {
          files: ["docker-compose.test.yml"],
        },
      ),
      replied(
        "h20",
        "Done: webhooks are retried for a day, then parked, and the dashboard lists parked ones with a button to send again.",
      ),
    ],
  ],
  lumen: [
    [
      asked("l1", "Scrolling the gallery stutters on older Android phones."),
      did(
        "l2",
        "Read app/gallery/Grid.tsx",
        "Grid renders every thumbnail at once inside a ScrollView and decodes full-size images.",
        {
          files: ["app/gallery/Grid.tsx"],
          symbols: ["Grid"],
        },
      ),
      did(
        "l3",
        "Edit app/gallery/Grid.tsx: a recycled list",
        "ScrollView became FlashList with a fixed item size; only what is on screen is kept.",
        {
          files: ["app/gallery/Grid.tsx"],
          symbols: ["Grid", "renderThumb"],
        },
      ),
      did(
        "l4",
        "Write app/images/thumbnails.ts",
        "makeThumbnail writes 256 px JPEGs to the cache folder once, in the background, and never decodes the original again.",
        {
          files: ["app/images/thumbnails.ts"],
          symbols: ["makeThumbnail"],
        },
      ),
      did("l5", "Bash adb shell dumpsys gfxinfo", "Janky frames went from 38 % to 3 % on a Galaxy A10."),
      replied(
        "l6",
        "The stutter came from decoding; smooth now. I left prefetching out, it costs battery and nobody scrolls that fast.",
      ),
    ],
    [
      asked("l7", "After the update people are logged out every day."),
      did(
        "l8",
        "Read app/auth/session.ts",
        "The refresh token is stored, but refreshSession is only called when the app starts.",
        {
          files: ["app/auth/session.ts"],
          symbols: ["refreshSession"],
        },
      ),
      did(
        "l9",
        "Edit app/auth/session.ts",
        "A 401 now triggers one refresh for all waiting requests; if that fails the user is asked to sign in.",
        {
          files: ["app/auth/session.ts"],
          symbols: ["refreshSession", "withFreshToken"],
        },
      ),
      did("l10", "Edit app/auth/keychain.ts", "Tokens moved from AsyncStorage to the system keychain.", {
        files: ["app/auth/keychain.ts"],
        symbols: ["saveTokens", "loadTokens"],
      }),
      did(
        "l11",
        "Bash npx jest auth",
        "failed: Invariant Violation: TurboModuleRegistry.getEnforcing(...): 'RNKeychainManager' could not be found; fixed with a mock in jest.setup.js.",
        {
          detail:
            "Invariant Violation: TurboModuleRegistry.getEnforcing(...): 'RNKeychainManager' could not be found. Verify that a module by this name is registered in the native binary.",
          files: ["jest.setup.js"],
        },
      ),
      replied(
        "l12",
        "We chose short access tokens of ten minutes with a rotating refresh token, since a stolen phone must be lockable within minutes.",
      ),
    ],
    [
      asked("l13", "Can people share an album with someone who has no account?"),
      replied(
        "l14",
        "Yes: a link with an unguessable part, read-only, that ends after thirty days unless the owner renews it. No password by default, because guests forget it and then write to support.",
      ),
      did(
        "l15",
        "Write server/shares.ts",
        "createShareLink makes 128 random bits in base62; openShare checks expiry and counts views.",
        {
          files: ["server/shares.ts"],
          symbols: ["createShareLink", "openShare"],
        },
      ),
      did(
        "l16",
        "Edit server/images.ts: strip metadata",
        "Location and camera data are removed from shared copies; the original keeps them.",
        {
          files: ["server/images.ts"],
          symbols: ["stripExif"],
        },
      ),
      did(
        "l17",
        "Bash fastlane beta",
        "failed: Code signing is required for product type 'Application' in SDK 'iOS 17.4', the certificate had expired on Friday.",
        {
          detail:
            "error: Code signing is required for product type 'Application' in SDK 'iOS 17.4'. ** ARCHIVE FAILED **",
        },
      ),
      did(
        "l18",
        "Bash fastlane match nuke && fastlane match appstore",
        "New certificate and profiles until next March; the beta build went through.",
      ),
      did(
        "l19",
        "Edit app/share/ShareSheet.tsx",
        "The sheet offers copy link, QR code and revoke; revoked links answer 410.",
        {
          files: ["app/share/ShareSheet.tsx"],
          symbols: ["ShareSheet", "revokeLink"],
        },
      ),
    ],
  ],
  quarry: [
    [
      asked("q1", "quarry uses 3 GB when it searches a big log. It should stream."),
      did(
        "q2",
        "Read src/reader.rs",
        "read_to_string loads the whole file before the first line is matched.",
        {
          files: ["src/reader.rs"],
          symbols: ["LineReader"],
        },
      ),
      did(
        "q3",
        "Edit src/reader.rs: fixed buffer",
        "LineReader reads 256 KiB at a time and keeps only the unfinished line; memory stays under 12 MB.",
        {
          files: ["src/reader.rs"],
          symbols: ["LineReader", "fill_buffer"],
        },
      ),
      did(
        "q4",
        "Bash cargo test",
        "failed: error[E0502]: cannot borrow `self.buffer` as mutable because it is also borrowed as immutable, in fill_buffer.",
        {
          detail:
            "error[E0502]: cannot borrow `self.buffer` as mutable because it is also borrowed as immutable --> src/reader.rs:88:13",
        },
      ),
      did(
        "q5",
        "Edit src/reader.rs: ranges instead of slices",
        "Lines are handed out as start and end offsets, so nothing is borrowed across a refill.",
        {
          files: ["src/reader.rs"],
        },
      ),
      did("q6", "Bash hyperfine 'quarry error big.log'", "1.9 s against 2.4 s before; ripgrep takes 1.1 s."),
      replied(
        "q7",
        "Memory mapping was tried first and dropped: log rotation truncates files under us and the process dies with SIGBUS.",
      ),
    ],
    [
      asked("q8", "Timestamps are in five formats. --since should understand them all."),
      did(
        "q9",
        "Write src/time/guess.rs",
        "guess_format looks at the first twenty lines and takes the format that parses most of them.",
        {
          files: ["src/time/guess.rs"],
          symbols: ["guess_format"],
        },
      ),
      did(
        "q10",
        "Edit src/cli.rs: --since and --until",
        "Both take 10m, 2h, yesterday or a full date; times without a zone are local.",
        {
          files: ["src/cli.rs"],
          symbols: ["parse_since"],
        },
      ),
      did(
        "q11",
        "Bash cargo test time",
        "failed: thread 'time::tests::leap' panicked at 'called `Option::unwrap()` on a `None` value', on 29 February of a common year.",
        {
          detail:
            "thread 'time::tests::leap' panicked at src/time/guess.rs:141: called `Option::unwrap()` on a `None` value",
        },
      ),
      did(
        "q12",
        "Edit src/time/guess.rs: impossible dates",
        "A date that does not exist makes the line undated instead of a crash.",
        {
          files: ["src/time/guess.rs"],
        },
      ),
      replied(
        "q13",
        "Lines without any time belong to the line before them, so stack traces stay together with their message.",
      ),
    ],
    [
      asked("q14", "Publish 0.4 with binaries for Linux, macOS and Windows."),
      did(
        "q15",
        "Edit .github/workflows/release.yml",
        "A tag builds five targets with cross, strips them and uploads archives with checksums.",
        {
          files: [".github/workflows/release.yml"],
        },
      ),
      did(
        "q16",
        "Bash cross build --target aarch64-unknown-linux-musl",
        "failed: linking with `cc` failed: cannot find -lpcre2-8; solved by the feature pcre2-static.",
        {
          detail:
            "error: linking with `cc` failed: exit status: 1 = note: /usr/bin/ld: cannot find -lpcre2-8: No such file or directory",
        },
      ),
      did(
        "q17",
        "Edit Cargo.toml",
        'Version 0.4.0, lto = "fat", panic = "abort"; the binary is 2.1 MB instead of 5.8.',
        {
          files: ["Cargo.toml"],
        },
      ),
      did("q18", "Bash gh release create v0.4.0", "Released with notes; Homebrew formula bumped by the bot."),
      replied(
        "q19",
        "Windows on ARM waits until the runners exist; cross-compiling it broke the colour output.",
      ),
    ],
  ],
  tidepool: [
    [
      asked("t1", "The nightly forecast job died again. Please look at the logs."),
      did(
        "t2",
        "Bash kubectl logs forecast-28411",
        "Killed with OOMKilled at 4 GiB while joining stations with observations.",
        {
          detail: "Last State: Terminated Reason: OOMKilled Exit Code: 137",
        },
      ),
      did(
        "t3",
        "Edit pipeline/join.py: month by month",
        "join_observations works on one month at a time with polars lazily; the peak is 900 MiB.",
        {
          files: ["pipeline/join.py"],
          symbols: ["join_observations"],
        },
      ),
      did(
        "t4",
        "Bash pytest tests/test_join.py",
        "failed: KeyError: 'station_id', the new feed calls the column stationIdentifier.",
        {
          detail: "KeyError: 'station_id' pipeline/join.py:57",
        },
      ),
      did(
        "t5",
        "Write pipeline/feeds/schema.py",
        "Each feed has a table of column names; rename_columns maps them to ours and complains about unknown ones.",
        {
          files: ["pipeline/feeds/schema.py"],
          symbols: ["rename_columns", "FeedSchema"],
        },
      ),
      replied(
        "t6",
        "I kept pandas only in the notebooks. Polars in the pipeline, because it streams and because its nulls do not turn integers into floats.",
      ),
    ],
    [
      asked("t7", "Forecasts for coastal stations are two degrees too warm in the morning. Any idea?"),
      did(
        "t8",
        "Bash python -m analysis.residuals --coast",
        "The error follows the tide: it is largest when low tide falls between five and eight o'clock.",
      ),
      did(
        "t9",
        "Edit models/features.py: tide height",
        "add_tide joins the harmonic tide height of the nearest gauge as a feature.",
        {
          files: ["models/features.py"],
          symbols: ["add_tide"],
        },
      ),
      did(
        "t10",
        "Bash python -m models.train --holdout 2024",
        "Mean absolute error on the coast 1.31 → 0.88 °C; inland unchanged.",
      ),
      replied(
        "t11",
        "Gradient boosting stays. The neural network was a little better in winter, but nobody could explain its surprises to the harbour office.",
      ),
      did(
        "t12",
        "Edit models/registry.py",
        "promote_model writes the hash of the training data beside the weights, so that a forecast can be traced.",
        {
          files: ["models/registry.py"],
          symbols: ["promote_model"],
        },
      ),
    ],
    [
      asked("t13", "Why do dashboards show yesterday's numbers until noon?"),
      did(
        "t14",
        "Read dags/publish.py",
        "publish waits for all feeds, and the Azores feed arrives at eleven.",
        { files: ["dags/publish.py"] },
      ),
      did(
        "t15",
        "Edit dags/publish.py: partial publishing",
        "Regions are published when their own feeds are complete; a region that is late is marked, not hidden.",
        {
          files: ["dags/publish.py"],
          symbols: ["publish_region"],
        },
      ),
      did(
        "t16",
        "Bash airflow dags test publish",
        "failed: airflow.exceptions.AirflowException: Task is in the 'removed' state; the old task id had to be cleared.",
        {
          detail:
            "airflow.exceptions.AirflowException: Task is in the 'removed' state which is not a valid state for execution.",
        },
      ),
      did(
        "t17",
        "Edit infra/alerts.yaml",
        "Alert feed_late fires after ninety minutes without a file and goes to the data channel, not to the pager.",
        {
          files: ["infra/alerts.yaml"],
        },
      ),
      replied("t18", "Dashboards are fresh by six now, except the Azores, which say so."),
    ],
  ],
  abacus: [
    [
      asked("a1", "Totals on invoices are off by a cent sometimes."),
      did(
        "a2",
        "Read internal/money/money.go",
        "Amounts are float64 and are rounded per line and again for the sum.",
        {
          files: ["internal/money/money.go"],
          symbols: ["Amount"],
        },
      ),
      did(
        "a3",
        "Edit internal/money/money.go: integers",
        "Amount is int64 in minor units with a currency; splitting gives the remainder to the first parts.",
        {
          files: ["internal/money/money.go"],
          symbols: ["Amount", "Split"],
        },
      ),
      did(
        "a4",
        "Edit internal/tax/vat.go",
        "VAT is computed per rate on the sum and rounded once, half up, as the authority wants it.",
        {
          files: ["internal/tax/vat.go"],
          symbols: ["ComputeVAT"],
        },
      ),
      did(
        "a5",
        "Bash go test ./internal/...",
        "ok, with 10,000 random invoices whose lines always add up to the total.",
      ),
      replied(
        "a6",
        "No decimal library: minor units in an integer are exact, and the database can sum them.",
      ),
    ],
    [
      asked("a7", "Import bank statements and match them with open invoices."),
      did(
        "a8",
        "Write internal/bank/camt053.go",
        "ParseCamt053 reads the XML of the banks, also the broken dates of one of them.",
        {
          files: ["internal/bank/camt053.go"],
          symbols: ["ParseCamt053"],
        },
      ),
      did(
        "a9",
        "Write internal/match/match.go",
        "MatchPayments tries the reference, then the exact amount with a similar name; anything less sure is left to a person.",
        {
          files: ["internal/match/match.go"],
          symbols: ["MatchPayments", "nameDistance"],
        },
      ),
      did(
        "a10",
        "Bash go test ./internal/match",
        "failed: panic: runtime error: index out of range [3] with length 3 in nameDistance, for names with umlauts; runes instead of bytes.",
        {
          detail:
            "panic: runtime error: index out of range [3] with length 3 goroutine 19 [running]: nameDistance",
        },
      ),
      replied(
        "a11",
        "We never book a payment automatically below a certainty of 0.95. A wrong match costs the accountant an hour, a missing one costs a click.",
      ),
      did(
        "a12",
        "Edit web/src/Reconcile.svelte",
        "Suggestions are accepted with Enter and skipped with S; undo works for the whole session.",
        {
          files: ["web/src/Reconcile.svelte"],
        },
      ),
    ],
    [
      asked("a13", "The PDF of an invoice must be archivable for ten years."),
      did(
        "a14",
        "Edit internal/pdf/render.go",
        "Output is PDF/A-3 with the XML of the invoice attached, fonts embedded.",
        {
          files: ["internal/pdf/render.go"],
          symbols: ["RenderInvoice"],
        },
      ),
      did(
        "a15",
        "Bash verapdf sample.pdf",
        "failed: clause 6.2.11.4.1, glyphs of the font Inter were not embedded; subsetting turned off.",
        {
          detail:
            "FAIL ISO 19005-3:2012 clause 6.2.11.4.1 the font programs for all fonts used for rendering shall be embedded",
        },
      ),
      did(
        "a16",
        "Write internal/archive/store.go",
        "Finished invoices go to object storage with a write-once lock of ten years and their SHA-256 in the ledger.",
        {
          files: ["internal/archive/store.go"],
          symbols: ["SealInvoice"],
        },
      ),
      replied(
        "a17",
        "Corrections never change a sealed invoice. They are a new document that cancels the old one, because auditors compare hashes.",
      ),
      did(
        "a18",
        "Bash terraform apply",
        "failed: Error: creating S3 Bucket: BucketAlreadyOwnedByYou; imported into the state instead.",
        {
          detail: "Error: creating S3 Bucket (abacus-archive): BucketAlreadyOwnedByYou",
        },
      ),
    ],
  ],
  atlas: [
    [
      asked("w1", "Die Suche auf der Dokumentationsseite findet keine Umlaute. Bitte beheben."),
      did(
        "w2",
        "Edit search/normalise.js",
        "Umlaute und Akzente werden beim Indizieren entfernt, die Anzeige behält sie.",
        {
          files: ["search/normalise.js"],
          symbols: ["stripMarks"],
        },
      ),
      replied(
        "w3",
        "Erledigt: Die Zeichenkettennormalisierung läuft jetzt vor dem Stemming, deshalb findet man Straße auch mit Strasse.",
      ),
      asked("w4", "画像の読み込みが遅いので、遅延読み込みにしてください。"),
      did(
        "w5",
        "Edit layouts/figure.html",
        "画像に loading=lazy と幅と高さを付けて、レイアウトのずれをなくした。",
        { files: ["layouts/figure.html"] },
      ),
      asked("w6", "请把导航栏的语言切换按钮移到右上角。"),
      did("w7", "Edit layouts/nav.html", "语言切换按钮移到右上角，并记住用户的选择。", {
        files: ["layouts/nav.html"],
      }),
    ],
    [
      asked("w8", "La compilación del sitio tarda veinte minutos, hay que acelerarla."),
      did(
        "w9",
        "Edit build/pages.js: only what changed",
        "Pages are built again only when their source or a template they use changed; twenty minutes became ninety seconds.",
        {
          files: ["build/pages.js"],
          symbols: ["changedPages"],
        },
      ),
      replied(
        "w10",
        "La caché se guarda por hash del contenido, no por fecha, porque git no conserva las fechas de los archivos.",
      ),
      asked("w11", "Les liens cassés doivent faire échouer la vérification."),
      did(
        "w12",
        "Write scripts/check-links.js",
        "checkLinks visits every internal link and fails with the page and line; external ones are only warned about.",
        {
          files: ["scripts/check-links.js"],
          symbols: ["checkLinks"],
        },
      ),
      asked("w13", "다크 모드에서 코드 블록 글자가 잘 안 보여요."),
      did("w14", "Edit styles/code.css", "어두운 배경에서 코드 글자의 대비를 7:1로 높였다.", {
        files: ["styles/code.css"],
      }),
    ],
    [
      asked("w15", "Переведи страницу установки на русский язык."),
      did(
        "w16",
        "Write content/ru/install.md",
        "Страница установки переведена, команды и пути оставлены без изменений.",
        {
          files: ["content/ru/install.md"],
        },
      ),
      did(
        "w17",
        "Bash npm run build",
        "failed: Error: ENOSPC: System limit for number of file watchers reached, in the preview container.",
        {
          detail: "Error: ENOSPC: System limit for number of file watchers reached, watch '/site/content'",
        },
      ),
      did(
        "w18",
        "Edit preview/Dockerfile",
        "fs.inotify.max_user_watches cannot be set inside, so the preview polls every two seconds.",
        {
          files: ["preview/Dockerfile"],
        },
      ),
      replied(
        "w19",
        "Machine translation was considered and refused: the reference pages are contracts, a wrong default there costs users money.",
      ),
      did(
        "w20",
        "Edit content/en/limits.md",
        "Documents the request limit of 100 per minute and the header Retry-After.",
        {
          files: ["content/en/limits.md"],
        },
      ),
    ],
  ],
};

export const questions: readonly Question[] = [
  ...about("identifier", {
    createBooking: ["h2", "h4"],
    "where is deliverPending implemented": ["h16"],
    "what does makeThumbnail do": ["l4"],
    withFreshToken: ["l9"],
    guess_format: ["q9"],
    "LineReader fill_buffer": ["q3", "q4"],
    "rename_columns FeedSchema": ["t5"],
    ParseCamt053: ["a8"],
    "who calls nameDistance": ["a9", "a10"],
    "SealInvoice archive": ["a16"],
    stripExif: ["l16"],
    changedPages: ["w9"],
  }),
  ...about("error", {
    "connect ECONNREFUSED 127.0.0.1:5433": ["h18"],
    'duplicate key value violates unique constraint "bookings_pkey"': ["h7"],
    "TurboModuleRegistry.getEnforcing RNKeychainManager could not be found": ["l11"],
    "error[E0502] cannot borrow as mutable": ["q4"],
    "cannot find -lpcre2-8": ["q16"],
    "called Option::unwrap() on a None value": ["q11"],
    "OOMKilled exit code 137": ["t2"],
    "KeyError station_id": ["t4"],
    "index out of range [3] with length 3": ["a10"],
    "ENOSPC file watchers": ["w17"],
    "Code signing is required for product type Application": ["l17"],
  }),
  ...about("paraphrase", {
    "how do we stop the same order being placed twice": ["h1", "h3", "h4"],
    "the list of pictures was lagging on cheap phones": ["l1", "l3", "l6"],
    "users had to sign in again all the time": ["l7", "l8", "l9"],
    "reading a huge file ate all the RAM": ["q1", "q2", "q3"],
    "amounts were wrong because of rounding": ["a1", "a2", "a3"],
    "temperature predictions near the sea were too high": ["t7", "t8", "t9"],
    "slow price lookup in the database": ["h8", "h9", "h10"],
    "guests without an account looking at pictures": ["l13", "l14"],
    "charts are stale in the morning": ["t13", "t14", "t15"],
    "linking incoming money to unpaid bills": ["a7", "a9"],
  }),
  ...about("decision", {
    "why did we not use a message broker for webhooks": ["h15"],
    "why no materialised view for rates": ["h11"],
    "why is memory mapping not used": ["q7"],
    "why polars and not pandas": ["t6"],
    "why did we keep gradient boosting instead of the neural network": ["t11"],
    "why no decimal library": ["a6"],
    "why are payments not booked automatically": ["a11"],
    "why do shared links have no password": ["l14"],
    "reason for refusing machine translation": ["w19"],
    "why is the build cache keyed by hash and not by date": ["w10"],
  }),
  ...about("file", {
    "what changed in src/rates/query.ts": ["h10"],
    "app/auth/session.ts": ["l8", "l9"],
    "release.yml": ["q15"],
    "alerts.yaml": ["t17"],
    "docker-compose.test.yml": ["h19"],
    "internal/tax/vat.go": ["a4"],
    "Reconcile.svelte": ["a12"],
    "0031_idempotency_keys.sql": ["h5", "h7"],
  }),
  ...about("prose", {
    "how long do shared album links stay valid": ["l14"],
    "how often are webhooks retried and when do we give up": ["h15", "h20"],
    "which platforms is version 0.4 released for": ["q14", "q15"],
    "what happens to lines of a log without a timestamp": ["q13"],
    "how is a sealed invoice corrected": ["a17"],
    "how fast was quarry compared with ripgrep": ["q6"],
    "which alert fires when a feed is late": ["t17"],
    "how many requests per minute are allowed": ["w20"],
  }),
  ...about("language", {
    "Umlaute in der Suche": ["w1", "w2"],
    Normalisierung: ["w3"],
    遅延読み込み: ["w4", "w5"],
    语言切换按钮: ["w6", "w7"],
    "acelerar la compilación": ["w8"],
    "liens cassés": ["w11"],
    "코드 블록 대비": ["w13", "w14"],
    "страница установки": ["w15", "w16"],
  }),
];

function about(category: Question["category"], gold: Record<string, readonly string[]>): Question[] {
  return Object.entries(gold).map(([text, ids]) => ({ category, text, gold: ids }));
}
