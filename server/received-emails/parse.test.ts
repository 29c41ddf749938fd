import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { parseEmail } from './parse.ts'

const composer = createTransport({ streamTransport: true, buffer: true })

async function parsed(mail: SendMailOptions) {
  const { message } = await composer.sendMail({ from: 'Ann <Ann@Example.com>', to: 'reply+abc@firm.test', ...mail })
  return parseEmail(message as Buffer)
}

describe('a received email', () => {
  it('has its sender and recipients in lowercase, those in hidden headers included', async () => {
    const { from, recipients } = await parsed({
      cc: 'Sam@firm.test',
      headers: { 'Delivered-To': '<Reply+DEF@firm.test>' },
    })
    expect(from).toBe('ann@example.com')
    expect(recipients).toEqual(['reply+abc@firm.test', 'sam@firm.test', 'reply+def@firm.test'])
  })

  it.each([
    ['Yes.\n\nOn Mon, Nov 23, 2026 at 9:00 AM ProHR <office@firm.test> wrote:\n\n> You have a new message.', 'Yes.'],
    ['Yes.\n\n-----Original Message-----\nFrom: ProHR\nSent: Monday\n\nYou have a new message.', 'Yes.'],
    ['Yes.\n\nLe lun. 23 nov. 2026 à 09:00, ProHR <office@firm.test> a écrit :\n> Bonjour', 'Yes.'],
    ['> Does Tuesday work?\n\nYes.', 'Yes.'],
    ['First line\n\nSecond paragraph', 'First line\n\nSecond paragraph'],
  ])('keeps what its sender wrote of %j', async (text, kept) => {
    expect((await parsed({ text })).text).toBe(kept)
  })

  it('has its files as attachments, but no small pictures of a signature', async () => {
    const { attachments } = await parsed({
      html: 'See <img src="cid:logo"> <img src="cid:photo">',
      attachments: [
        { filename: 'logo.png', content: Buffer.alloc(2000), cid: 'logo' },
        { filename: 'photo.jpg', content: Buffer.alloc(200_000), cid: 'photo' },
        { filename: '../../W-4\u0000.pdf', content: Buffer.alloc(10) },
      ],
    })
    expect(attachments.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['photo.jpg', 200_000],
      ['_.._W-4_.pdf', 10],
    ])
  })

  it.each([
    { 'Auto-Submitted': 'auto-replied (vacation)' },
    { 'Auto-Submitted': 'auto-generated' },
    { Precedence: 'bulk' },
    { Precedence: 'auto_reply' },
    { 'X-Autoreply': 'yes' },
    { 'List-Id': '<news.example.com>' },
  ])('is automatic with the header %j', async (headers) => {
    expect((await parsed({ text: 'Away', headers })).isAutomatic).toBe(true)
  })

  it('of a person is not automatic, whatever priority it has', async () => {
    const headers = { 'Auto-Submitted': 'no', Precedence: 'first-class' }
    expect((await parsed({ text: 'Hello', headers })).isAutomatic).toBe(false)
  })

  const report = (action: string) =>
    parseEmail(
      Buffer.from(
        [
          'From: Mail Delivery System <mailer-daemon@mx.test>',
          'To: reply@firm.test',
          'Auto-Submitted: auto-replied',
          'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain',
          '',
          'It failed.',
          '--b',
          'Content-Type: message/delivery-status',
          '',
          'Reporting-MTA: dns; mx.test',
          '',
          `Action: ${action}`,
          'Final-Recipient: rfc822; pat@example.com',
          '--b',
          'Content-Type: text/rfc822-headers',
          '',
          'Message-ID: <0198c2c1-0000-7000-8000-000000000001@portal.example.com>',
          'Subject: You have a new message',
          '--b--',
          '',
        ].join('\r\n'),
      ),
    )

  it('that reports a failed delivery names the email that failed', async () => {
    expect((await report('failed')).bounce).toEqual({
      messageId: '0198c2c1-0000-7000-8000-000000000001@portal.example.com',
    })
  })

  it('that reports a delayed delivery is no bounce', async () => {
    expect((await report('delayed')).bounce).toBeNull()
  })

  it('nested a thousand times is refused rather than parsed without end', async () => {
    const nested = Array.from(
      { length: 1000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    await expect(parseEmail(Buffer.from(`From: a@b.test\r\n${nested.join('')}`))).rejects.toThrow()
  })
})
