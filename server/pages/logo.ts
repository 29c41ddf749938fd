// The provider's own logo as pages show it: a file of this machine gets an address here, and one elsewhere may be loaded.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'

export interface Logo {
  /** What stands in the pages. */
  address: string
  /** From where a page may load it, in the words of a content policy; null from here. */
  origin: string | null
  /** What this machine holds of it. */
  file: { type: string; bytes: Buffer } | null
}

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** @param setting of PROVIDER_LOGO: an absolute path, or an http(s) address */
export async function openLogo(setting: string | undefined): Promise<Logo | null> {
  if (setting === undefined) return null
  if (!isAbsolute(setting)) return { address: setting, origin: new URL(setting).origin, file: null }
  const extension = extname(setting).toLowerCase()
  const bytes = await readFile(setting)
  // Another logo is another address, so that a browser may keep this one.
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  return {
    address: `/logo/${hash}${extension}`,
    origin: null,
    file: { type: types[extension] ?? 'application/octet-stream', bytes },
  }
}

/** Opened by itself, an SVG is a page that could run scripts: this one may not. */
export const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
