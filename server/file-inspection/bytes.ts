// Random access to a stored file. Reads and caches blocks, so that many small reads cost few requests.
import type { Files } from '../file-storage/files.ts'

export interface Bytes {
  readonly size: number
  /** Shorter than requested at the end of the file. */
  at(start: number, length: number): Promise<Buffer>
}

const blockBytes = 65_536
const maxCachedBlocks = 16

export function bytesOf(files: Pick<Files, 'read'>, key: string, size: number): Bytes {
  const cache = new Map<number, Promise<Buffer>>()

  function block(index: number): Promise<Buffer> {
    const known = cache.get(index)
    if (known !== undefined) return known
    const found = fetchBlock(index)
    cache.set(index, found)
    if (cache.size > maxCachedBlocks) cache.delete(cache.keys().next().value as number)
    return found
  }

  async function fetchBlock(index: number) {
    const start = index * blockBytes
    const { stream } = await files.read(key, { start, end: Math.min(start + blockBytes, size) - 1 })
    return Buffer.concat((await stream.toArray()) as Buffer[])
  }

  return {
    size,
    async at(start, length) {
      const end = Math.min(start + length, size)
      if (start < 0 || start >= end) return Buffer.alloc(0)
      const first = Math.floor(start / blockBytes)
      const last = Math.floor((end - 1) / blockBytes)
      const blocks: Buffer[] = []
      for (let index = first; index <= last; index++) blocks.push(await block(index))
      return Buffer.concat(blocks).subarray(start - first * blockBytes, end - first * blockBytes)
    },
  }
}
