import { describe, expect, it } from 'vitest'
import { isVerifiedSender } from './authentication.ts'

const firm = { authservId: 'mx.firm.test' }
const verified = (headers: string[], { mailbox = firm, from = 'ann@acme.example' } = {}) =>
  isVerifiedSender(mailbox, headers, from)

describe('a sender', () => {
  it.each([
    'mx.firm.test; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=acme.example',
    'mx.firm.test; spf=fail smtp.mailfrom=list.example; dkim=pass (2048-bit key) header.d=acme.example header.b=Ab',
    'mx.firm.test 1; dkim=pass header.i=@acme.example header.s=s1',
    'MX.FIRM.TEST; spf=pass (firm.test: domain of ann@acme.example designates 192.0.2.1) smtp.mailfrom=ann@acme.example',
    'mx.firm.test; dkim=pass header.d="acme.example"',
  ])('is verified by %s', (header) => {
    expect(verified([header])).toBe(true)
  })

  it.each([
    'mx.firm.test; none',
    'mx.firm.test; dmarc=fail header.from=acme.example; dkim=none; spf=softfail smtp.mailfrom=acme.example',
    'mx.firm.test; dkim=pass header.d=other.example; spf=pass smtp.mailfrom=other.example; dmarc=fail header.from=acme.example',
    'mx.firm.test; dkim=pass header.d=notacme.example',
    'mx.firm.test; dkim=pass header.d=example',
    'mx.firm.test; dkim=pass',
    'mx.firm.test; x-note=yes (dkim=pass header.d=acme.example); spf=none',
    'mx.firm.test; dmarc=pass header.from=other.example',
    'mx.other.example; dmarc=pass header.from=acme.example',
    'mx.firm.test.other.example; dmarc=pass header.from=acme.example',
  ])('is not verified by %s', (header) => {
    expect(verified([header])).toBe(false)
  })

  it('of a subdomain is verified by its organization’s domain', () => {
    const header = 'mx.firm.test; dkim=pass header.d=acme.example'
    expect(verified([header], { from: 'ann@mail.acme.example' })).toBe(true)
  })

  it('is verified only by the topmost header where the mail server writes no name', () => {
    const mailbox = { authservId: 'top' }
    const [pass, fail] = ['spf=pass smtp.mailfrom=acme.example', 'spf=fail smtp.mailfrom=acme.example']
    expect(
      verified(
        [pass, fail].map((each) => `${each}; compauth=none`),
        { mailbox },
      ),
    ).toBe(true)
    expect(
      verified(
        [fail, pass].map((each) => `${each}; compauth=none`),
        { mailbox },
      ),
    ).toBe(false)
  })

  it('is not verified without a header', () => {
    expect(verified([])).toBe(false)
  })
})
