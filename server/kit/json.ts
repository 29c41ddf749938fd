// Parses untrusted JSON. Refuses input that two parsers could read differently.

/** Our requests nest only a few levels. The limit protects code that walks a body from a stack overflow. */
const deepest = 32
/** Our objects have at most some dozens of fields; validating thousands one by one would block other requests. */
const maxKeys = 500

const unreadable = (why: string) => new SyntaxError(why)

/** Throws for anything that is not JSON, nests too deep, repeats a key, or contains `__proto__`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  checkShape(text)
  return value
}

const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g
const colon = /\s*:/y

/** Walks well-formed JSON: a string followed by a colon is a key. */
function checkShape(text: string) {
  /** The keys of each open object, null for an array. */
  const open: (Set<string> | null)[] = []
  for (const match of text.matchAll(piece)) {
    const [token] = match
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > deepest) throw unreadable('nested too deep')
    } else if (token === '}' || token === ']') {
      open.pop()
    } else {
      colon.lastIndex = match.index + token.length
      if (!colon.test(text)) continue
      const keys = open.at(-1)
      const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
      if (key === '__proto__' || keys?.has(key)) throw unreadable('a duplicate or invalid key')
      if ((keys?.add(key).size ?? 0) > maxKeys) throw unreadable('too many keys')
    }
  }
}
