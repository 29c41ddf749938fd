/**
 * The only reader of the environment. An empty setting counts as unset. Messages never repeat a value that may contain
 * a secret.
 */
import { resolve } from 'node:path'
import { serverUrls } from './kit/database-client.ts'
import {
  mailboxNames,
  stripeNames,
  oidcNames,
  s3Names,
  parseUrl,
  readPort,
  readOrigin,
  publicAddressOf,
  isLoopback,
  readMasterKey,
  readSealP12,
  readS3,
  readLlm,
  readMailbox,
  readStripe,
  readOidc,
  readCalls,
  readMetrics,
  readTrustProxy,
  readLogo,
} from './settings.ts'

export type Config = {
  /** 0 lets the system choose a port. */
  port: number
  /** 'localhost' (IPv4 and IPv6) unless HOST says otherwise, so that no one exposes the portal by accident. */
  host: string
  /** An absolute path. */
  dataDir: string
  /** The public origin, without a trailing slash. */
  publicUrl: string
  databaseUrl: string | undefined
  /** The same database with the role that owns the tables, for migrations and restores. */
  migrationDatabaseUrl: string | undefined
  /** 32 bytes; without it the portal stores one in DATA_DIR. */
  masterKey: Buffer | undefined
  /** The new master key, only for `rotate-key`. */
  newMasterKey: Buffer | undefined
  /** A custom certificate for sealing instead of the portal's: a PKCS#12 file (absolute path) and its password. */
  sealP12: { file: string; password: string } | undefined
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  /** Address of the virus scanner; without one files are not scanned. */
  clamdUrl: string | undefined
  smtpUrl: string | undefined
  /** Never sends email over a connection without TLS. */
  smtpTls: boolean
  mailFrom: string
  /** Where replies by email arrive. */
  mailbox: Mailbox | undefined
  llm: { baseUrl: string; apiKey: string | undefined; model: string } | undefined
  /** Webhooks may call addresses on the firm's own network, and http. */
  allowsPrivateWebhooks: boolean
  /** Takes payments online. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined } | undefined
  /** The team signs in at this OpenID Connect provider. */
  oidc: Oidc | undefined
  environment: 'development' | 'test' | 'production'
  /** Demonstration accounts and test data exist. Never true with NODE_ENV=production. */
  demonstration: boolean
  /** Other machines can reach the portal: PUBLIC_URL is https or not loopback, or HOST is not loopback. */
  isPublic: boolean
  logLevel: (typeof logLevels)[number]
  /** How far X-Forwarded-For is trusted: not at all, this many proxies, or these addresses and networks. */
  trustProxy: false | number | string[]
  /** The token for /metrics; without one the address does not exist. */
  metrics: string | undefined
  /** The unset PROVIDER_ settings, for which neutral words are used. */
  providerUnknown: string[]
  /** Per person; Infinity if the limit is off. */
  callsPerMinute: number
  /** In the app context: as the firm settings have it now. Read it where it is used; a copy grows old. */
  provider: Provider
}

export interface Provider {
  name: string
  address: string
  phone: string
  email: string
  /** An address or a file of this machine. */
  logo: string | undefined
  /** The logo that was uploaded in the portal, which comes before the other. */
  uploadedLogo?: UploadedLogo | undefined
}

export interface Mailbox {
  host: string
  port: number
  /** Encrypted from the start, rather than by STARTTLS. */
  isSecure: boolean
  /** Never reads email over a connection without TLS. */
  tls: boolean
  user: string
  password: string
  /** Replies go to reply+TOKEN@…: this address with a token. */
  address: string
  /** By which the firm's mail server signs its Authentication-Results headers, or 'top'. */
  authservId: string
}

export interface Oidc {
  /** As the provider writes it in its tokens. */
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button: "Sign in with Google". */
  name: string
  /** Staff and administrators sign in there only; master administrators may still use a password. */
  isRequired: boolean
}

export interface UploadedLogo {
  /** /logo/….png */
  address: string
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
}

/** One sentence per mistake, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const environments = ['development', 'test', 'production'] as const
const onOff = ['on', 'off'] as const
const providerNames = [
  'PROVIDER_NAME',
  'PROVIDER_ADDRESS',
  'PROVIDER_PHONE',
  'PROVIDER_EMAIL',
  'PROVIDER_LOGO',
] as const

/** Settings that turn off the demonstration when DEMO is not set. */
const endsDemonstration = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'MASTER_KEY',
  'SEAL_P12',
  'SEAL_P12_PASSWORD',
  ...s3Names,
  'CLAMD_URL',
  'SMTP_URL',
  'SMTP_TLS',
  'MAIL_FROM',
  ...mailboxNames,
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  ...stripeNames,
  ...oidcNames,
  'TRUST_PROXY',
  'METRICS',
  ...providerNames,
]

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = []
  const mistake = (sentence: string) => void mistakes.push(sentence)
  const get = (name: string) => env[name]?.trim() || undefined
  const url = (name: string, protocols: string[], example: string, several = (value: string) => [value]) => {
    const value = get(name)
    const addresses = value === undefined ? [] : several(value)
    if (addresses.every((each) => protocols.includes(parseUrl(each)?.protocol ?? ''))) return value
    mistake(`${name} must be a URL such as ${example}.`)
    return undefined
  }
  const email = (name: string, fallback: string) => {
    const value = get(name)
    if (value === undefined || /^[^\s@]+@[^\s@]+$|^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/.test(value)) return value ?? fallback
    mistake(`${name} must be an email address; "${value}" is not.`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T | undefined => {
    const value = get(name)
    const found = allowed.find((each) => each === value)
    if (value !== undefined && !found) mistake(`${name} must be one of ${allowed.join(', ')}; "${value}" is not.`)
    return found
  }

  const databaseUrl = (name: string) =>
    url(name, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database', serverUrls)
  if (get('MIGRATION_DATABASE_URL') && !get('DATABASE_URL')) mistake('MIGRATION_DATABASE_URL requires DATABASE_URL.')

  const port = readPort(get('PORT'), mistake)
  const environment = oneOf('NODE_ENV', environments) ?? 'development'
  const demo = oneOf('DEMO', onOff)
  if (demo === 'on' && environment === 'production') {
    mistake('DEMO=on can’t be used with NODE_ENV=production: demonstration accounts have public passwords.')
  }
  const provider = {
    name: get('PROVIDER_NAME') ?? 'ProHR',
    address: get('PROVIDER_ADDRESS') ?? 'Virginia',
    phone: get('PROVIDER_PHONE') ?? '(804) 555-0100',
    email: email('PROVIDER_EMAIL', 'hello@example.com'),
    logo: readLogo(get('PROVIDER_LOGO'), mistake),
  }
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587')
  if (smtpUrl && !get('MAIL_FROM')) mistake('SMTP_URL requires MAIL_FROM (the sender address).')

  const demonstration = demo
    ? demo === 'on'
    : environment !== 'production' && !endsDemonstration.some((name) => get(name))
  const host = get('HOST') ?? 'localhost'
  const publicUrl = readOrigin(get('PUBLIC_URL'), mistake) ?? `http://localhost:${port}`
  const publicAddress = publicAddressOf(publicUrl, host)
  if (demonstration && demo === undefined && publicAddress !== null) {
    mistake(
      `The portal would start as a demonstration on a public address (${publicAddress}). Set NODE_ENV=production to use the portal with real data, or DEMO=on for a public demonstration with random passwords.`,
    )
  }
  const config: Config = {
    port,
    host,
    dataDir: resolve(get('DATA_DIR') ?? 'data'),
    publicUrl,
    databaseUrl: databaseUrl('DATABASE_URL'),
    migrationDatabaseUrl: databaseUrl('MIGRATION_DATABASE_URL'),
    masterKey: readMasterKey('MASTER_KEY', get, mistake),
    newMasterKey: readMasterKey('NEW_MASTER_KEY', get, mistake),
    sealP12: readSealP12(get, mistake),
    s3: readS3(get, url('S3_ENDPOINT', ['http:', 'https:'], 'https://s3.us-east-1.amazonaws.com'), mistake),
    clamdUrl: url('CLAMD_URL', ['tcp:', 'unix:'], 'tcp://localhost:3310 or unix:/run/clamav/clamd.ctl'),
    smtpUrl,
    // Email to a server on this machine does not cross a network.
    smtpTls: oneOf('SMTP_TLS', onOff) !== 'off' && !isLoopback(parseUrl(smtpUrl ?? '')?.hostname ?? ''),
    mailFrom: email('MAIL_FROM', `${provider.name} <${provider.email}>`),
    mailbox: readMailbox(get, smtpUrl, mistake),
    llm: readLlm(get, url('LLM_BASE_URL', ['http:', 'https:'], 'http://localhost:11434/v1'), mistake),
    oidc: readOidc(get, { isRequired: oneOf('OIDC_REQUIRED', onOff) === 'on' }, mistake),
    stripe: readStripe(get, url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com'), mistake),
    allowsPrivateWebhooks: oneOf('WEBHOOK_PRIVATE_ADDRESSES', onOff) === 'on',
    environment,
    demonstration,
    isPublic: publicAddress !== null,
    logLevel: oneOf('LOG_LEVEL', logLevels) ?? 'info',
    trustProxy: readTrustProxy(get('TRUST_PROXY'), mistake),
    callsPerMinute: readCalls(get('CALLS_PER_MINUTE'), demonstration && publicAddress === null, mistake),
    metrics: readMetrics(get('METRICS'), mistake),
    providerUnknown: providerNames.filter((name) => get(name) === undefined),
    provider,
  }
  if (mistakes.length) throw new ConfigError(mistakes.join('\n'))
  return config
}
