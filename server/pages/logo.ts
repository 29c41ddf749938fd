// The provider's logo on pages: a local file is served by the portal, and a remote one is allowed by the content
// policy.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute } from 'node:path'
import type { Provider } from '../config.ts'

export interface Logo {
  /** The address used in pages. */
  address: string
  /** The origin that the content policy must allow; null for the portal itself. */
  origin: string | null
  /** The local file. */
  file: { type: string; bytes: Buffer } | null
}

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/** The uploaded logo has a route of its own; the one that the environment names is an absolute path, or an http(s) address. */
export async function openLogo({ logo: setting, uploadedLogo }: Provider): Promise<Logo | null> {
  if (uploadedLogo !== undefined) return { address: uploadedLogo.address, origin: null, file: null }
  if (setting === undefined) return null
  if (!isAbsolute(setting)) return { address: setting, origin: new URL(setting).origin, file: null }
  const extension = extname(setting).toLowerCase()
  const bytes = await readFile(setting)
  // The hash changes the address with the file, so browsers may cache it.
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  return {
    address: `/logo/${hash}${extension}`,
    origin: null,
    file: { type: types[extension] ?? 'application/octet-stream', bytes },
  }
}

/** Opened directly, an SVG is a page that could run scripts: this policy prevents it. */
export const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
