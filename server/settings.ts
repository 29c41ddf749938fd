// Reads single settings of the environment. Each reports its mistakes as sentences and returns a value all the same.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { masterKeyBytesIn } from './kit/master-key.ts'

export const mailboxNames = ['IMAP_URL', 'REPLY_ADDRESS', 'IMAP_AUTHSERV_ID'] as const
export const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
export const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
export const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

type Mistake = (sentence: string) => void
type Get = (name: string) => string | undefined

export function parseUrl(value: string) {
  return URL.canParse(value) ? new URL(value) : undefined
}

export function readPort(value: string | undefined, mistake: Mistake) {
  if (value === undefined) return 3000
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    mistake(`PORT must be a number from 0 to 65535; "${value}" is not.`)
  }
  return Number(value)
}

export function readOrigin(value: string | undefined, mistake: Mistake) {
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
export function publicAddressOf(publicUrl: string, host: string) {
  const url = parseUrl(publicUrl)
  if (url && (url.protocol === 'https:' || !isLoopback(url.hostname))) return `PUBLIC_URL is ${publicUrl}`
  return isLoopback(host) ? null : `HOST is ${host}`
}

export function isLoopback(host: string) {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return /(^|\.)localhost$/.test(name) || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

export function readMasterKey(name: string, get: Get, mistake: Mistake) {
  const value = get(name)
  if (value === undefined) return undefined
  const bytes = masterKeyBytesIn(value)
  if (bytes === null) mistake(`${name} must be 32 bytes in base64, as printed by openssl rand -base64 32.`)
  return bytes ?? undefined
}

export function readSealP12(get: Get, mistake: Mistake) {
  const [file, password] = [get('SEAL_P12'), get('SEAL_P12_PASSWORD')]
  if (file === undefined) {
    if (password !== undefined) mistake('SEAL_P12_PASSWORD requires SEAL_P12 (the certificate file).')
    return undefined
  }
  if (existsSync(file)) return { file: resolve(file), password: password ?? '' }
  mistake(`SEAL_P12 must be a PKCS#12 file (.p12 or .pfx); none was found at "${file}".`)
  return undefined
}

export function readS3(get: Get, endpoint: string | undefined, mistake: Mistake) {
  const [, bucket, region, accessKeyId, secretAccessKey] = s3Names.map(get)
  const missing = s3Names.filter((name) => !get(name))
  if (missing.length > 0 && missing.length < s3Names.length) {
    mistake(`All S3 settings are required: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`)
  }
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

export function readLlm(get: Get, baseUrl: string | undefined, mistake: Mistake) {
  const [apiKey, model] = [get('LLM_API_KEY'), get('LLM_MODEL')]
  if (!get('LLM_BASE_URL') && (apiKey || model)) mistake('LLM_API_KEY and LLM_MODEL require LLM_BASE_URL.')
  if (get('LLM_BASE_URL') && !model) mistake('LLM_BASE_URL requires LLM_MODEL (the name of the model).')
  return baseUrl && model ? { baseUrl, apiKey, model } : undefined
}

export function readStripe(get: Get, apiUrl: string | undefined, mistake: Mistake) {
  const [secretKey, webhookSecret] = stripeNames.map(get)
  if (secretKey !== undefined && !/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    mistake('STRIPE_SECRET_KEY must be a Stripe secret or restricted key, which begins with sk_ or rk_.')
  if (webhookSecret !== undefined && !/^whsec_\w+$/.test(webhookSecret))
    mistake('STRIPE_WEBHOOK_SECRET must be the signing secret of a Stripe webhook, which begins with whsec_.')
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    mistake('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required together.')
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : undefined
}

export function readOidc(get: Get, { isRequired }: { isRequired: boolean }, mistake: Mistake) {
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

/** An email address has at most 64 characters before the @, of which the token takes 53. */
const maxReplyName = 11

/** The mailbox for replies by email. */
export function readMailbox(get: Get, smtpUrl: string | undefined, mistake: Mistake) {
  const [value, address, authservId] = mailboxNames.map(get)
  const missing = mailboxNames.filter((name) => !get(name))
  if (missing.length === mailboxNames.length) return undefined
  if (missing.length > 0) mistake(`${mailboxNames.join(', ')} are required together: ${missing.join(', ')} is missing.`)
  if (smtpUrl === undefined) mistake('IMAP_URL requires SMTP_URL (the server that sends email).')
  const url = parseUrl(value ?? '')
  if (value && (!['imap:', 'imaps:'].includes(url?.protocol ?? '') || !url?.username || !url.password))
    mistake('IMAP_URL must be a URL such as imaps://user:password@imap.example.com.')
  if (address && !new RegExp(`^[A-Za-z0-9._-]{1,${maxReplyName}}@[A-Za-z0-9.-]+$`).test(address))
    mistake(`REPLY_ADDRESS must be an email address with at most ${maxReplyName} characters before the @.`)
  if (url === undefined || address === undefined || authservId === undefined) return undefined
  const isSecure = url.protocol === 'imaps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 993 : 143),
    isSecure,
    // As for sending: a connection within this machine does not cross a network.
    tls: !isLoopback(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    address: address.toLowerCase(),
    authservId,
  }
}

/** No limit by default for a demonstration that only this machine can reach. */
export function readCalls(value: string | undefined, isLocalDemonstration: boolean, mistake: Mistake) {
  if (value === undefined) return isLocalDemonstration ? Infinity : 600
  if (value === 'off') return Infinity
  if (!/^[1-9]\d{1,5}$/.test(value))
    mistake(`CALLS_PER_MINUTE must be off, or a number from 10 to 999999; "${value}" is not.`)
  return Number(value)
}

export function readMetrics(value: string | undefined, mistake: Mistake) {
  if (value === undefined || value === 'off') return undefined
  if (!/^[\x21-\x7e]{20,200}$/.test(value)) {
    mistake('METRICS must be off, or a secret of 20 to 200 characters. Requests to /metrics send it as a bearer token.')
  }
  return value
}

export function readTrustProxy(value: string | undefined, mistake: Mistake) {
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
export function readLogo(value: string | undefined, mistake: Mistake) {
  if (value === undefined || ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')) return value
  if (/\.(svg|png|jpe?g|webp)$/i.test(value) && existsSync(value)) return resolve(value)
  mistake(`PROVIDER_LOGO must be the URL or the file of an SVG, PNG, JPEG, or WebP image; "${value}" is not.`)
  return undefined
}
