// The secrets that can be told by their look: one row per vendor. Read by shapes.ts; add a row here when
// a vendor invents a new prefix. `body` is what must follow the prefix; it must never be able to match, fail
// late and be tried again inside itself (bounded or run-consuming classes only), so that scanning stays linear.

export type Shape = {
  readonly kind: string;
  /** Prefixes, separated by spaces. */
  readonly starts: string;
  /** Regular expression source for what follows the prefix. */
  readonly body: string;
  /** How many characters of the prefix stay readable (hosts of webhooks and the like). */
  readonly keep?: number;
  /** The body must look random, because the prefix alone says little. */
  readonly random?: true;
};

const ALNUM = "[A-Za-z0-9]";
const URL64 = "[A-Za-z0-9_-]";
const BASE64 = "[A-Za-z0-9+/]";
const HEX = "[0-9a-f]";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** Not followed by more of a word: for shapes of exact length. */
const END = "(?![A-Za-z0-9])";

const CRYPT = "[./A-Za-z0-9]";
const DOLLAR = "\\\\{0,4}\\$\\$?";
const AFTER_DOLLAR = "(?<=\\$\\w{1,5}\\$)\\$?";

export const SHAPES: readonly Shape[] = [
  // code hosting and CI
  { kind: "github-token", starts: "ghp_ gho_ ghu_ ghs_ ghr_", body: `${ALNUM}{30,255}` },
  { kind: "github-token", starts: "github_pat_", body: "[A-Za-z0-9_]{36,255}" },
  {
    kind: "gitlab-token",
    starts:
      "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glagent- glimt- gloas- glffct- glwt- glet-",
    body: "[A-Za-z0-9_=.-]{18,}",
  },
  { kind: "gitlab-token", starts: "GR1348941", body: `${URL64}{20,}` },
  { kind: "atlassian-token", starts: "ATATT3 ATCTT3 ATSTT3", body: "[A-Za-z0-9_=-]{40,}" },
  { kind: "bitbucket-token", starts: "ATBB", body: `${ALNUM}{28,}` },
  { kind: "buildkite-token", starts: "bkua_ bkpt_ bkct_ bkaj_", body: `${ALNUM}{30,}` },
  { kind: "circleci-token", starts: "CCIPAT_ CCIPRJ_", body: `${ALNUM}{16,}_${ALNUM}{30,}` },
  { kind: "sourcegraph-token", starts: "sgp_ slk_ sgd_ sgamp_", body: "[A-Za-z0-9_]{40,}" },
  { kind: "sonar-token", starts: "squ_ sqp_ sqa_", body: `${HEX}{40}` },
  { kind: "snyk-token", starts: "snyk_uat. snyk_sat.", body: "[A-Za-z0-9_.-]{30,}" },
  // package registries
  { kind: "npm-token", starts: "npm_", body: `${ALNUM}{36}${END}` },
  { kind: "pypi-token", starts: "pypi-Ag", body: `${URL64}{50,}` },
  { kind: "rubygems-token", starts: "rubygems_", body: `${HEX}{48}` },
  { kind: "cargo-token", starts: "cio", body: `${ALNUM}{32}${END}`, random: true },
  { kind: "nuget-key", starts: "oy2", body: `[a-z0-9]{43}${END}`, random: true },
  { kind: "docker-token", starts: "dckr_pat_ dckr_oat_", body: `${URL64}{24,}` },
  { kind: "clojars-token", starts: "CLOJARS_", body: `[a-z0-9]{60}` },
  { kind: "artifactory-token", starts: "AKCp", body: `${ALNUM}{60,80}${END}` },
  { kind: "artifactory-token", starts: "cmVmdGtuOj", body: `${BASE64}{40,}` },
  // model providers
  { kind: "anthropic-key", starts: "sk-ant-", body: `${URL64}{20,}` },
  {
    kind: "openai-key",
    starts: "sk-proj- sk-svcacct- sk-admin- sk-None- sk-or-v1- sk-lf- sk-helicone- sk-kimi-",
    body: `${URL64}{20,}`,
  },
  { kind: "api-key", starts: "sk-", body: `${ALNUM}{20,}`, random: true },
  { kind: "huggingface-token", starts: "hf_ api_org_", body: `${ALNUM}{30,}${END}` },
  { kind: "groq-key", starts: "gsk_", body: `${ALNUM}{40,}` },
  { kind: "xai-key", starts: "xai-", body: `${ALNUM}{40,}` },
  { kind: "perplexity-key", starts: "pplx-", body: `${ALNUM}{32,}` },
  { kind: "replicate-token", starts: "r8_", body: `${ALNUM}{30,}` },
  { kind: "nvidia-key", starts: "nvapi-", body: `${URL64}{32,}` },
  { kind: "langsmith-key", starts: "lsv2_pt_ lsv2_sk_ ls__", body: "[A-Za-z0-9_]{32,}" },
  {
    kind: "api-key",
    starts: "fw_ jina_ pcsk_ e2b_ tgp_v1_ phx_ fc- crsr_",
    body: `${URL64}{24,}`,
    random: true,
  },
  // Not the capitals of a source map.
  { kind: "api-key", starts: "BSA", body: `(?=[A-Z0-9_-]{0,24}[a-z])${URL64}{24,}`, random: true },
  { kind: "api-key", starts: "csk- pa- tvly- ctx7sk- wandb_v1_", body: `${URL64}{24,}`, random: true },
  // clouds and hosts
  { kind: "aws-access-key", starts: "AKIA ASIA ABIA ACCA", body: `[A-Z0-9]{16}${END}` },
  { kind: "aws-bedrock-key", starts: "ABSK", body: `${BASE64}{100,}` },
  { kind: "aws-session-token", starts: "IQoJb3Jp FwoGZXIvYXdz FQoGZXIvYXdz", body: `${BASE64}{60,}={0,2}` },
  { kind: "google-key", starts: "AIza", body: `${URL64}{35}${END}` },
  { kind: "google-secret", starts: "GOCSPX-", body: `${URL64}{20,}` },
  { kind: "google-token", starts: "ya29.", body: "[A-Za-z0-9_.-]{20,}" },
  { kind: "google-token", starts: "1//0", body: `${URL64}{30,}` },
  { kind: "google-key", starts: "AQ.Ab8", body: `${URL64}{30,}` },
  { kind: "firebase-key", starts: "AAAA", body: `${URL64}{7}:${URL64}{120,}` },
  { kind: "alibaba-key", starts: "LTAI", body: `${ALNUM}{12,26}${END}`, random: true },
  { kind: "tencent-key", starts: "AKID", body: `${ALNUM}{32}${END}`, random: true },
  { kind: "digitalocean-token", starts: "dop_v1_ doo_v1_ dor_v1_", body: `${HEX}{40,}` },
  { kind: "heroku-key", starts: "HRKU-", body: `${URL64}{30,}` },
  { kind: "vercel-token", starts: "vercel_blob_rw_", body: "[A-Za-z0-9_]{24,}" },
  { kind: "vercel-token", starts: "vcp_ vci_ vca_ vcr_ vck_", body: `${ALNUM}{24,}` },
  { kind: "netlify-token", starts: "nfp_ nfc_ nfo_ nfu_ nfb_", body: `${ALNUM}{30,}` },
  { kind: "fly-token", starts: "FlyV1", body: " (?:fm[12][ar]?_)?[A-Za-z0-9+/=,_-]{30,}" },
  { kind: "fly-token", starts: "fm1_ fm2_ fm1r_ fm1a_ fo1_", body: "[A-Za-z0-9+/=,_-]{40,}" },
  { kind: "render-key", starts: "rnd_", body: `${ALNUM}{24,}${END}`, random: true },
  { kind: "cloudflare-key", starts: "v1.0-", body: `${HEX}{24}-${HEX}{100,}` },
  { kind: "cloudflare-token", starts: "cfut_ cfat_ cfk_", body: `${URL64}{36,}` },
  { kind: "supabase-key", starts: "sbp_", body: `(?:v0_)?${HEX}{40}` },
  { kind: "supabase-key", starts: "sb_secret_", body: `${URL64}{20,}` },
  { kind: "planetscale-token", starts: "pscale_tkn_ pscale_oauth_ pscale_pw_", body: "[A-Za-z0-9_.=-]{30,}" },
  { kind: "database-password", starts: "npg_", body: `${ALNUM}{12,}${END}`, random: true },
  { kind: "database-key", starts: "napi_ mdb_sa_sk_", body: `${URL64}{36,}` },
  { kind: "databricks-token", starts: "dapi", body: `${HEX}{32}(?:-\\d)?${END}` },
  { kind: "vault-token", starts: "hvs. hvb. hvr.", body: `${URL64}{20,}` },
  { kind: "pulumi-token", starts: "pul-", body: `${HEX}{40}` },
  {
    kind: "doppler-token",
    starts: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
    body: "[A-Za-z0-9_.-]{36,}",
  },
  { kind: "1password-token", starts: "ops_eyJ", body: `${URL64}{40,}={0,2}` },
  { kind: "1password-key", starts: "A3-", body: "[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-?){4,5}" },
  { kind: "age-key", starts: "AGE-SECRET-KEY-1", body: "[0-9A-Z]{50,}" },
  { kind: "tailscale-key", starts: "tskey-", body: `[a-z]{2,16}-${ALNUM}{6,}(?:-${ALNUM}{16,})?` },
  { kind: "deno-token", starts: "ddp_ ddo_ ddw_", body: `${ALNUM}{30,}` },
  { kind: "adobe-secret", starts: "p8e-", body: `[A-Za-z0-9-]{28,}${END}`, random: true },
  // chat, mail, payments
  {
    kind: "slack-token",
    starts: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxe- xoxo- xoxe.xoxp- xoxe.xoxb- xapp- xwfp-",
    body: "[A-Za-z0-9%-]{20,}",
  },
  { kind: "slack-webhook", starts: "hooks.slack.com/", body: "[a-z]{5,20}/[A-Za-z0-9_/]{20,}", keep: 16 },
  {
    kind: "discord-webhook",
    starts: "discord.com/api/",
    body: `(?:v\\d+/)?webhooks/\\d{15,22}/${URL64}{40,}`,
    keep: 16,
  },
  {
    kind: "discord-webhook",
    starts: "discordapp.com/api/",
    body: `(?:v\\d+/)?webhooks/\\d{15,22}/${URL64}{40,}`,
    keep: 19,
  },
  { kind: "teams-webhook", starts: "webhook.office.com/", body: "webhookb2/[A-Za-z0-9@/-]{60,}", keep: 19 },
  { kind: "webhook", starts: "hooks.zapier.com/hooks/catch/", body: "\\d{4,12}/[a-z0-9]{5,40}", keep: 29 },
  {
    kind: "webhook",
    starts: "hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/",
    body: "[a-z0-9]{20,40}",
    keep: 18,
  },
  {
    kind: "webhook",
    starts: "maker.ifttt.com/",
    body: `trigger/[^\\s/]{1,80}/(?:json/)?with/key/${URL64}{16,}`,
    keep: 16,
  },
  {
    kind: "discord-token",
    starts: "M N O",
    body: `(?<!(?<!\\\\)[\\w-][MNO])${URL64}{22,27}\\.${URL64}{6,7}\\.${URL64}{27,40}${END}`,
  },
  { kind: "sendgrid-key", starts: "SG.", body: `${URL64}{16,32}\\.${URL64}{32,}` },
  { kind: "twilio-key", starts: "SK", body: `${HEX}{32}${END}` },
  { kind: "mailgun-key", starts: "key-", body: `${HEX}{32}${END}` },
  { kind: "brevo-key", starts: "xkeysib- xsmtpsib-", body: `${HEX}{40,}-${ALNUM}{12,}` },
  { kind: "resend-key", starts: "re_", body: `${ALNUM}{6,12}_${ALNUM}{18,}${END}`, random: true },
  {
    kind: "stripe-key",
    starts: "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_",
    body: `${ALNUM}{16,}`,
  },
  { kind: "webhook-secret", starts: "whsec_", body: `${BASE64}{24,}={0,2}` },
  { kind: "shopify-token", starts: "shpat_ shpca_ shppa_ shpss_ shptka_ shprt_", body: "[0-9a-fA-F]{32}" },
  { kind: "square-token", starts: "sq0atp- sq0csp- sq0idb-", body: `${URL64}{20,}` },
  { kind: "square-token", starts: "EAAA", body: `${URL64}{60}${END}`, random: true },
  { kind: "facebook-token", starts: "EAA", body: `${ALNUM}{80,}`, random: true },
  { kind: "easypost-key", starts: "EZAK EZTK", body: `${ALNUM}{54}` },
  { kind: "shippo-key", starts: "shippo_live_ shippo_test_", body: `${HEX}{40}` },
  { kind: "flutterwave-key", starts: "FLWSECK-", body: "[0-9A-Za-z-]{24,}" },
  { kind: "flutterwave-key", starts: "FLWSECK_TEST-", body: "[0-9A-Za-z-]{12,}" },
  {
    kind: "paypal-token",
    starts: "access_token$",
    body: `(?:production|sandbox)\\$[0-9a-z]{16}\\$${HEX}{32}`,
  },
  { kind: "plaid-token", starts: "access-sandbox- access-development- access-production-", body: UUID },
  { kind: "twitch-token", starts: "oauth:", body: `[a-z0-9]{30}${END}` },
  // trackers, docs, observability
  { kind: "linear-key", starts: "lin_api_ lin_oauth_", body: `${ALNUM}{32,}` },
  { kind: "notion-token", starts: "ntn_", body: `${ALNUM}{36,}` },
  { kind: "sentry-token", starts: "sntrys_ sntryu_ sntrya_", body: "[A-Za-z0-9_=+/-]{40,}" },
  { kind: "figma-token", starts: "figd_ figo_ figu_ figor_", body: `${URL64}{30,}` },
  { kind: "postman-key", starts: "PMAK-", body: `${HEX}{24}-${HEX}{34}` },
  { kind: "airtable-token", starts: "pat", body: `${ALNUM}{14}\\.${HEX}{64}` },
  { kind: "hubspot-token", starts: "pat-na1- pat-na2- pat-eu1-", body: UUID },
  { kind: "contentful-token", starts: "CFPAT-", body: `${URL64}{40,}` },
  { kind: "typeform-token", starts: "tfp_", body: `${URL64}{40,}` },
  { kind: "dropbox-token", starts: "sl.u. sl.", body: `${URL64}{60,}` },
  { kind: "grafana-token", starts: "glsa_", body: `${ALNUM}{30,}_${HEX}{8}` },
  { kind: "grafana-token", starts: "glc_ eyJrIjoi", body: `${BASE64}{32,}={0,2}` },
  { kind: "newrelic-key", starts: "NRAK- NRII- NRAL- NRRA- NRIQ- NRSP-", body: `[A-Za-z0-9_-]{24,}` },
  { kind: "newrelic-key", starts: "NRJS-", body: `${HEX}{19}` },
  { kind: "dynatrace-token", starts: "dt0c01. dt0s01. dt0s16.", body: "[A-Z0-9]{8,24}\\.[A-Z0-9]{64}" },
  { kind: "honeycomb-key", starts: "hcaik_ hcxik_ hcbik_ hcalk_ hcamk_", body: "[a-z0-9]{40,}" },
  { kind: "launchdarkly-key", starts: "sdk- api-", body: `${UUID}${END}` },
  { kind: "readme-key", starts: "rdme_", body: "[a-z0-9]{60,}" },
  { kind: "prefect-key", starts: "pnu_ pnb_", body: `${ALNUM}{36}` },
  { kind: "dbt-token", starts: "dbtc_ dbtu_ dbts_", body: "[A-Za-z0-9_=-]{30,}" },
  { kind: "mapbox-token", starts: "sk.eyJ", body: `${URL64}{20,}\\.${URL64}{16,}` },
  { kind: "okta-token", starts: "SSWS", body: ` 00${URL64}{38,42}` },
  { kind: "apify-token", starts: "apify_api_", body: `${ALNUM}{30,}` },
  { kind: "inngest-key", starts: "signkey-prod- signkey-test- signkey-branch-", body: `${HEX}{32,}` },
  { kind: "openssh-key", starts: "b3BlbnNzaC1rZXktdjE", body: `${BASE64}{60,}={0,2}` },
  // single sign-on: the answer of an identity provider in base64, the code that is exchanged for a token
  {
    kind: "saml-response",
    starts: "PHNhbWxwOlJlc3BvbnNl PHNhbWwycDpSZXNwb25zZ PHNhbWw6QXNzZXJ0aW9u PHNhbWwyOkFzc2VydGlvb",
    body: "[A-Za-z0-9+/%]{20,}={0,2}",
  },
  {
    kind: "authorization-code",
    starts: "code=",
    body: "(?<=[?&]code=)[A-Za-z0-9_.~%/-]{20,}",
    keep: 5,
    random: true,
  },
  // what a build declares or stores as secret
  { kind: "masked", starts: "add-mask::", body: "[^\\s\"'$\\\\]{4,200}", keep: 10 },
  { kind: "password", starts: "master>{", body: `${BASE64}{20,}={0,2}(?=\\})`, keep: 8 },
  {
    kind: "url-password",
    starts: "oracle:thin:",
    body: "[\\w$#]{1,64}/[^\\s@\"'/{<$]{3,128}(?=@)",
    keep: 12,
  },
  // hashes of passwords, as in shadow files, .htpasswd and LDAP; "$" is doubled in compose files, escaped in shells
  {
    kind: "password-hash",
    starts: "6$ 5$ 1$ 7$ md5$ sha1$",
    body: `${AFTER_DOLLAR}(?:rounds=\\d{1,9}${DOLLAR})?${CRYPT}{1,32}${DOLLAR}${CRYPT}{22,128}`,
  },
  { kind: "password-hash", starts: "apr1$", body: `${AFTER_DOLLAR}${CRYPT}{1,8}${DOLLAR}${CRYPT}{22}` },
  { kind: "password-hash", starts: "2$ 2a$ 2b$ 2x$ 2y$", body: `${AFTER_DOLLAR}\\d\\d${DOLLAR}${CRYPT}{53}` },
  {
    kind: "password-hash",
    starts: "y$ gy$",
    body: `${AFTER_DOLLAR}${CRYPT}{1,16}${DOLLAR}${CRYPT}{1,86}${DOLLAR}${CRYPT}{43}`,
  },
  {
    kind: "password-hash",
    starts:
      "argon2id$ argon2i$ argon2d$ pbkdf2-sha1$ pbkdf2-sha256$ pbkdf2-sha512$ pbkdf2_sha1$ pbkdf2_sha256$ scrypt$",
    body: "[\\w=,+/.$-]{32,512}",
  },
  {
    kind: "password-hash",
    starts: "SCRAM-SHA-256$ SCRAM-SHA-1$",
    body: "\\d{1,9}:[A-Za-z0-9+/=]{8,64}\\$[A-Za-z0-9+/=:]{40,200}",
  },
  {
    kind: "password-hash",
    starts: "SSHA} SSHA256} SSHA384} SSHA512} SHA} SHA256} SHA512} SMD5} MD5} CRYPT}",
    body: "(?<=\\{\\w{1,8}\\})[A-Za-z0-9+/.$]{16,200}={0,2}",
  },
  { kind: "jwt", starts: "eyJ", body: `${URL64}{8,}\\.(?:${URL64}{8,}\\.${URL64}{16,}|eyJ${URL64}{8,}\\.?)` },
  // vendors not listed: <vendor>_live_…, <vendor>_pat_… and the like
  {
    kind: "token",
    starts:
      "live_ prod_ secret_ pat_ sk_ oat_ tkn_ tok_ token_ api_ apikey_ key_ rw_ tr_dev_ tr_prod_ live- pat- key-",
    body: `${ALNUM}{24,}${END}`,
    random: true,
  },
];

/** Shapes whose telling part is in the middle: found by `mark`, then checked by what stands before and after. */
export const MIDDLES: readonly { kind: string; mark: string; before: RegExp; after: RegExp }[] = [
  {
    kind: "telegram-token",
    mark: ":AA",
    before: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\dm|\/bot))\d{8,10}$/,
    after: /[A-Za-z0-9_-]{33}(?![A-Za-z0-9])/y,
  },
  {
    kind: "terraform-token",
    mark: ".atlasv1.",
    before: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\dm))[A-Za-z0-9]{14}$/,
    after: /[A-Za-z0-9_=-]{50,}/y,
  },
  {
    kind: "azure-secret",
    mark: "Q~",
    before: /[A-Za-z0-9_~.-]{3}\d$/,
    after: /[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9])/y,
  },
  {
    kind: "mailchimp-key",
    mark: "-us",
    before: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\dm))[0-9a-f]{32}$/,
    after: /\d{1,2}(?![A-Za-z0-9])/y,
  },
  {
    kind: "azure-devops-token",
    mark: "AZDO",
    before: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\dm))[A-Za-z0-9]{76}$/,
    after: /[A-Za-z0-9]{4}(?![A-Za-z0-9])/y,
  },
];
