// JSON as strangers send it. What two readers could understand differently is not understood at all.

/** No call of ours nests deeper than a handful; what follows may then walk a body without fear for the stack. */
const deepest = 32
/** Nor has a thing of ours more than some dozens of fields: refusing thousands one by one would keep others waiting. */
const mostKeys = 500

const unreadable = (why: string) => new SyntaxError(why)

/** Throws for anything that is no JSON, nests too deep, says a key twice, or says `__proto__`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  checkShape(text)
  return value
}

const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g
const colon = /\s*:/y

/** Walks well-formed JSON: a string followed by a colon is a key, whatever else it looks like. */
function checkShape(text: string) {
  /** The keys of each object that is open, null for an array. */
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
      if (key === '__proto__' || keys?.has(key)) throw unreadable('a key twice, or one that is none')
      if ((keys?.add(key).size ?? 0) > mostKeys) throw unreadable('too many keys')
    }
  }
}
