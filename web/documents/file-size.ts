const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** "214 KB", "1.4 MB"; bytes counted in 1,024s, as the limits are. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilobyte) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < megabyte) return `${Math.max(1, Math.round(bytes / kilobyte))} KB`
  const size = bytes / megabyte
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} MB`
}
