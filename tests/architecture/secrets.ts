// Patterns of secrets in files: keys, tokens, passwords in addresses. Examples use `password` or `secret`, which are
// ignored.
const patterns = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\baws_secret_access_key\s*[=:]\s*["']?[\w+/]{40}\b/gi,
  /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50,})/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bxox[abprs]-[\w-]{20,}/g,
  /\bsk-[A-Za-z0-9_-]{32,}/g,
  /\b(?:postgres(?:ql)?|smtps?|https?|mysql):\/\/[^\s:/@"'`$]+:(?!password@|secret@|hunter2@|x@|p@|[^@]*\$\{)[^\s:/@"'`]{6,}@/g,
]

export const secretsIn = (text: string): string[] => patterns.flatMap((pattern) => text.match(pattern) ?? [])
