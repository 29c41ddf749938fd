/**
 * The only reader of the environment. An empty setting counts as unset. Messages never repeat a value that may contain
 * a secret.
 */
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { serverUrls } from './kit/database-client.ts'
import { masterKeyBytesIn } from './kit/master-key.ts'

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
  llm: { baseUrl: string; apiKey: string | undefined; model: string } | undefined
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
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const providerNames = [
  'PROVIDER_NAME',
  'PROVIDER_ADDRESS',
  'PROVIDER_PHONE',
  'PROVIDER_EMAIL',
  'PROVIDER_LOGO',
] as const
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

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
      `This start would open a demonstration on a public address (${publicAddress}). Set NODE_ENV=production to use the portal with real data, or DEMO=on for a public demonstration with random passwords.`,
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
    llm: readLlm(get, url('LLM_BASE_URL', ['http:', 'https:'], 'http://localhost:11434/v1'), mistake),
    oidc: readOidc(get, { isRequired: oneOf('OIDC_REQUIRED', onOff) === 'on' }, mistake),
    stripe: readStripe(get, url('STRIPE_API_URL', ['http:', 'https:'], 'https://api.stripe.com'), mistake),
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

type Mistake = (sentence: string) => void
type Get = (name: string) => string | undefined

function parseUrl(value: string) {
  return URL.canParse(value) ? new URL(value) : undefined
}

function readPort(value: string | undefined, mistake: Mistake) {
  if (value === undefined) return 3000
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    mistake(`PORT must be a number from 0 to 65535; "${value}" is not.`)
  }
  return Number(value)
}

function readOrigin(value: string | undefined, mistake: Mistake) {
  if (value === undefined) return undefined
  const url = parseUrl(value)
  // The origin is compared with the input, so that a path, a query, or a password cannot slip in.
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`) return url.origin
  mistake('PUBLIC_URL must be an origin such as https://portal.example.com: http or https, a host, and no path.')
  return undefined
}

/**
 * The setting that makes the portal reachable from other machines, or null. An https address implies a proxy, which
 * serves others whatever its name.
 */
function publicAddressOf(publicUrl: string, host: string) {
  const url = parseUrl(publicUrl)
  if (url && (url.protocol === 'https:' || !isLoopback(url.hostname))) return `PUBLIC_URL is ${publicUrl}`
  return isLoopback(host) ? null : `HOST is ${host}`
}

function isLoopback(host: string) {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return /(^|\.)localhost$/.test(name) || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function readMasterKey(name: string, get: Get, mistake: Mistake) {
  const value = get(name)
  if (value === undefined) return undefined
  const bytes = masterKeyBytesIn(value)
  if (bytes === null) mistake(`${name} must be 32 bytes in base64, as printed by openssl rand -base64 32.`)
  return bytes ?? undefined
}

function readSealP12(get: Get, mistake: Mistake): Config['sealP12'] {
  const [file, password] = [get('SEAL_P12'), get('SEAL_P12_PASSWORD')]
  if (file === undefined) {
    if (password !== undefined) mistake('SEAL_P12_PASSWORD requires SEAL_P12 (the certificate file).')
    return undefined
  }
  if (existsSync(file)) return { file: resolve(file), password: password ?? '' }
  mistake(`SEAL_P12 must be a PKCS#12 file (.p12 or .pfx); none was found at "${file}".`)
  return undefined
}

function readS3(get: Get, endpoint: string | undefined, mistake: Mistake): Config['s3'] {
  const [, bucket, region, accessKeyId, secretAccessKey] = s3Names.map(get)
  const missing = s3Names.filter((name) => !get(name))
  if (missing.length > 0 && missing.length < s3Names.length) {
    mistake(`All S3 settings are required: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  }
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

function readLlm(get: Get, baseUrl: string | undefined, mistake: Mistake): Config['llm'] {
  const [apiKey, model] = [get('LLM_API_KEY'), get('LLM_MODEL')]
  if (!get('LLM_BASE_URL') && (apiKey || model)) mistake('LLM_API_KEY and LLM_MODEL require LLM_BASE_URL.')
  if (get('LLM_BASE_URL') && !model) mistake('LLM_BASE_URL requires LLM_MODEL (the name of the model).')
  return baseUrl && model ? { baseUrl, apiKey, model } : undefined
}

function readStripe(get: Get, apiUrl: string | undefined, mistake: Mistake): Config['stripe'] {
  const [secretKey, webhookSecret] = stripeNames.map(get)
  if (secretKey !== undefined && !/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    mistake('STRIPE_SECRET_KEY must be a Stripe secret or restricted key, which begins with sk_ or rk_.')
  if (webhookSecret !== undefined && !/^whsec_\w+$/.test(webhookSecret))
    mistake('STRIPE_WEBHOOK_SECRET must be the signing secret of a Stripe webhook, which begins with whsec_.')
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    mistake('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required together.')
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined
}

function readOidc(get: Get, { isRequired }: { isRequired: boolean }, mistake: Mistake): Config['oidc'] {
  const [issuer, clientId, clientSecret] = oidcNames.map(get)
  const missing = oidcNames.filter((name) => !get(name))
  if (missing.length === oidcNames.length) {
    if (isRequired || get('OIDC_NAME')) mistake(`OIDC_REQUIRED and OIDC_NAME require ${oidcNames.join(', ')}.`)
    return undefined
  }
  if (missing.length > 0) mistake(`${oidcNames.join(', ')} are required together: ${missing.join(', ')} is missing.`)
  const url = parseUrl(issuer ?? '')
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (issuer && (!isSecure || url.search !== '' || url.hash !== '' || url.username !== ''))
    mistake('OIDC_ISSUER must be an https URL without a query, such as https://accounts.google.com.')
  const name = get('OIDC_NAME') ?? 'your company account'
  if (name.length > 30) mistake('OIDC_NAME must have at most 30 characters.')
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name, isRequired } : undefined
}

/** No limit by default for a demonstration that only this machine can reach. */
function readCalls(value: string | undefined, isLocalDemonstration: boolean, mistake: Mistake) {
  if (value === undefined) return isLocalDemonstration ? Infinity : 600
  if (value === 'off') return Infinity
  if (!/^[1-9]\d{1,5}$/.test(value))
    mistake(`CALLS_PER_MINUTE must be off, or a number from 10 to 999999; "${value}" is not.`)
  return Number(value)
}

function readMetrics(value: string | undefined, mistake: Mistake) {
  if (value === undefined || value === 'off') return undefined
  if (!/^[\x21-\x7e]{20,200}$/.test(value)) {
    mistake('METRICS must be off, or a secret of 20 to 200 characters. Requests to /metrics send it as a bearer token.')
  }
  return value
}

function readTrustProxy(value: string | undefined, mistake: Mistake): Config['trustProxy'] {
  if (value === undefined || value === '0') return false
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const addresses = value.split(',').map((each) => each.trim())
  const wrong = addresses.filter((each) => !isAddressOrNetwork(each))
  if (wrong.length) {
    mistake(`TRUST_PROXY must be a number of proxies or a list of addresses; "${wrong.join('", "')}" is not.`)
  }
  return addresses
}

function isAddressOrNetwork(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (!version || rest.length) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** An http(s) address, or an image file on this machine. */
function readLogo(value: string | undefined, mistake: Mistake) {
  if (value === undefined || ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')) return value
  if (/\.(svg|png|jpe?g|webp)$/i.test(value) && existsSync(value)) return resolve(value)
  mistake(`PROVIDER_LOGO must be the URL or the file of an SVG, PNG, JPEG, or WebP image; "${value}" is not.`)
  return undefined
}
