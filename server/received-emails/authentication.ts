// Whether the firm's mail server verified the sender: it checked DMARC, DKIM, and SPF, and wrote the results into a
// header (RFC 8601).
import type { Mailbox } from '../config.ts'

/** The results of the last server, if it names none. */
export const topmost = 'top'

/** @param headers the values of Authentication-Results, the last one added first */
export function isVerifiedSender(
  { authservId }: Pick<Mailbox, 'authservId'>,
  headers: readonly string[],
  from: string,
): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const own =
    authservId === topmost
      ? headers.slice(0, 1)
      : headers.filter((header) => authservIdOf(header) === authservId.toLowerCase())
  return own.some((header) => passes(header, domain))
}

const authservIdOf = (header: string) => header.trim().split(/[\s;]/)[0]?.toLowerCase()

/** One method passed for the domain in From, or for a domain above it. */
function passes(header: string, domain: string): boolean {
  return withoutComments(header)
    .toLowerCase()
    .split(';')
    .some((result) => {
      const [method = '', ...properties] = result.trim().split(/\s+/)
      const value = (name: string) =>
        properties
          .find((each) => each.startsWith(`${name}=`))
          ?.slice(name.length + 1)
          .replace(/^"|"$/g, '')
      if (method === 'dmarc=pass') return (value('header.from') ?? domain) === domain
      if (method === 'dkim=pass') return isAligned(value('header.d') ?? value('header.i'), domain)
      return method === 'spf=pass' && isAligned(value('smtp.mailfrom'), domain)
    })
}

/** The same domain, or one that it belongs to. */
function isAligned(value: string | undefined, domain: string): boolean {
  const signing = value?.slice(value.lastIndexOf('@') + 1) ?? ''
  return signing === domain || (signing.includes('.') && domain.endsWith(`.${signing}`))
}

/** Comments are in parentheses, possibly nested. */
function withoutComments(text: string): string {
  let depth = 0
  return Array.from(text)
    .filter((character) => {
      if (character === '(') depth++
      const isOutside = depth === 0
      if (character === ')' && depth > 0) depth--
      return isOutside
    })
    .join('')
}
