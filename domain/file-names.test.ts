import { describe, expect, it } from 'vitest'
import { uniquePaths, safeName } from './file-names.ts'

describe('a file name in an archive', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['   ', 'unnamed'],
    ['a/b\\c.pdf', 'a_b_c.pdf'],
    ['CON.txt', '_CON.txt'],
    ['lpt1', '_lpt1'],
    ['what?.pdf', 'what_.pdf'],
    ['line\nbreak\u0000.pdf', 'line_break_.pdf'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['трудовой договор.pdf', 'трудовой договор.pdf'],
    ['员工手册.docx', '员工手册.docx'],
    ['trailing dots...', 'trailing dots'],
    ['\ud800.pdf', '\ufffd.pdf'],
    ['e\u0301.pdf', '\u00e9.pdf'],
  ])('%j becomes %j', (given, expected) => expect(safeName(given)).toBe(expected))

  it('is cut to 200 bytes in any script, and retains its extension', () => {
    for (const letter of ['a', 'я', '员', '\u{1f469}']) {
      const name = safeName(`${letter.repeat(200)}.pdf`)
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
      expect(name).toMatch(/.+\.pdf$/)
      expect(name.isWellFormed()).toBe(true)
    }
  })

  it('is unique, ignoring case', () => {
    const pathOf = uniquePaths()
    expect(['a.pdf', 'A.PDF', 'a.pdf', 'a (2).pdf', 'b'].map((name) => pathOf('x/', name))).toEqual([
      'x/a.pdf',
      'x/A (2).PDF',
      'x/a (3).pdf',
      'x/a (2) (2).pdf',
      'x/b',
    ])
    expect(pathOf('y/', 'a.pdf')).toBe('y/a.pdf')
  })
})
