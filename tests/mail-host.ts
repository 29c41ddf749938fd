// A mail host of a firm for tests: Exim receives email by SMTP and delivers it, and Dovecot serves it by IMAP. It verifies
// senders of example.com and fails those of forged.example, as a mail server would by DMARC.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { freePort } from '../server/embedded-postgres/supervisor.ts'

const exim = '/usr/sbin/exim4'
const dovecot = '/usr/sbin/dovecot'

/** Both are started by root and run as others. */
export const hasMailHost = process.getuid?.() === 0 && existsSync(exim) && existsSync(dovecot)

export interface MailHost {
  /** The settings of a portal that sends and receives email here. */
  settings: Record<'SMTP_URL' | 'MAIL_FROM' | 'IMAP_URL' | 'REPLY_ADDRESS' | 'IMAP_AUTHSERV_ID', string>
  /** Delivers everything that was accepted, and what that causes. */
  deliver: () => void
  /** Sends an email as a mail program does; it is delivered. */
  send: (mail: SendMailOptions) => Promise<void>
  /** The raw emails to everyone but the firm, oldest first. */
  received: () => string[]
  close: () => Promise<void>
}

const domain = 'firm.test'
const account = 'nobody'

export async function startMailHost(): Promise<MailHost> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-mail-'))
  const [smtpPort, imapPort] = [await freePort(), await freePort()]
  const uid = Number(spawnSync('id', ['-u', account]).stdout)
  const gid = Number(spawnSync('id', ['-g', account]).stdout)
  chmodSync(folder, 0o755)
  for (const name of ['mail', 'spool', 'log', 'run', 'base']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), uid, gid)
  }
  writeFileSync(join(folder, 'exim.conf'), eximConfiguration(folder, smtpPort))
  writeFileSync(join(folder, 'dovecot.conf'), dovecotConfiguration(folder, imapPort))
  writeFileSync(join(folder, 'passwd'), 'reply:{PLAIN}secret\n')
  const programs = [
    spawn(exim, ['-bdf', '-C', join(folder, 'exim.conf')], { stdio: 'ignore' }),
    spawn(dovecot, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' }),
  ]
  // After a failed test as well.
  process.once('exit', () => programs.forEach((program) => program.kill()))
  await Promise.all([listening(smtpPort), listening(imapPort)])
  // A report about an email that couldn't be delivered is a further email.
  const deliver = () => {
    for (let run = 0; run < 2; run++) {
      const queue = join(folder, 'spool/input')
      const waiting = existsSync(queue) ? readdirSync(queue).filter((file) => file.endsWith('-H')) : []
      for (const file of waiting) spawnSync(exim, ['-C', join(folder, 'exim.conf'), '-M', file.slice(0, -2)])
    }
  }
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: `Firm <office@${domain}>`,
      IMAP_URL: `imap://reply:secret@127.0.0.1:${imapPort}`,
      REPLY_ADDRESS: `reply@${domain}`,
      IMAP_AUTHSERV_ID: `mx.${domain}`,
    },
    deliver,
    async send(mail) {
      await transport.sendMail(mail)
      deliver()
    },
    received: () => emailsIn(join(folder, 'mail/others')),
    async close() {
      transport.close()
      await Promise.all(programs.map(stop))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function emailsIn(mailbox: string): string[] {
  const stored = ['new', 'cur'].flatMap((name) => {
    const place = join(mailbox, name)
    return existsSync(place) ? readdirSync(place).map((file) => join(place, file)) : []
  })
  return stored.toSorted().map((file) => readFileSync(file, 'utf8'))
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
    })
    if (isUp) return
    await pause(50)
  }
  throw new Error(`Nothing listens on port ${port}`)
}

async function stop(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('exit', resolve))
  if (program.exitCode === null && program.kill('SIGTERM')) await ended
}

/** Everything at the domain has a mailbox but `no-mailbox`, which bounces after the email was accepted. */
const eximConfiguration = (folder: string, port: number) => `
primary_hostname = mx.${domain}
domainlist local_domains = *
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/run/exim.pid
never_users =
queue_only = true
exim_user = ${account}
exim_group = nogroup
acl_smtp_rcpt = accept
acl_smtp_data = check_data
message_size_limit = 60M
smtp_accept_max = 50
deliver_queue_load_max = 100
keep_environment =
tls_advertise_hosts =

begin acl
check_data:
  warn
    remove_header = Authentication-Results
  warn
    condition = \${if match{$h_from:}{forged.example|bad-dkim}{no}{yes}}
    add_header = :at_start:Authentication-Results: mx.${domain}; dkim=pass (2048-bit key) header.d=\${domain:\${address:$h_from:}}; spf=none
  warn
    condition = \${if match{$h_from:}{forged.example|bad-dkim}{yes}{no}}
    add_header = :at_start:Authentication-Results: mx.${domain}; dkim=fail header.d=other.example; spf=softfail smtp.mailfrom=other.example; dmarc=fail header.from=\${domain:\${address:$h_from:}}
  accept

begin routers
missing:
  driver = redirect
  local_parts = no-mailbox
  domains = +local_domains
  data = :fail: no such mailbox
  allow_fail
replies:
  driver = accept
  domains = ${domain}
  local_parts = reply
  local_part_suffix = +*
  local_part_suffix_optional
  transport = replies
others:
  driver = accept
  domains = +local_domains
  transport = others

begin transports
${maildir(folder, 'replies', 'reply')}
${maildir(folder, 'others', 'others')}

begin retry
* * F,1h,1s
`

const maildir = (folder: string, name: string, place: string) => `${name}:
  driver = appendfile
  directory = ${folder}/mail/${place}
  maildir_format
  create_directory
  delivery_date_add
  envelope_to_add
  return_path_add
  user = ${account}
  group = nogroup`

const dovecotConfiguration = (folder: string, port: number) => `
base_dir = ${folder}/base
log_path = ${folder}/log/dovecot
protocols = imap
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
default_internal_user = ${account}
default_internal_group = nogroup
default_login_user = ${account}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%n
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = ${folder}/passwd
}
userdb {
  driver = static
  args = uid=${account} gid=nogroup home=${folder}/mail/%n
}
`
