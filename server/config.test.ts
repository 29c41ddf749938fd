import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'files',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

const oidc = { OIDC_ISSUER: 'https://accounts.example.com', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'hunter2' }

describe('A11: readConfig', () => {
  test('defaults to a demonstration on this machine only', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: 'localhost',
      dataDir: resolve('data'),
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      s3: undefined,
      smtpUrl: undefined,
      smtpTls: true,
      mailFrom: 'ProHR <hello@example.com>',
      llm: undefined,
      environment: 'development',
      demonstration: true,
      isPublic: false,
      logLevel: 'info',
      trustProxy: false,
      metrics: undefined,
      providerUnknown: ['PROVIDER_NAME', 'PROVIDER_ADDRESS', 'PROVIDER_PHONE', 'PROVIDER_EMAIL', 'PROVIDER_LOGO'],
      allowsPrivateWebhooks: false,
      callsPerMinute: Infinity,
      provider: {
        name: 'ProHR',
        address: 'Virginia',
        phone: '(804) 555-0100',
        email: 'hello@example.com',
        logo: undefined,
      },
    })
  })

  test.each<[string, NodeJS.ProcessEnv, object]>([
    ['the public address follows the port', { PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [
      'a slash at the end is dropped',
      { PUBLIC_URL: 'https://hr.example.com/', DEMO: 'off' },
      { publicUrl: 'https://hr.example.com' },
    ],
    ['an empty setting is not set', { DATABASE_URL: '', PORT: ' ' }, { databaseUrl: undefined, port: 3000 }],
    ['one proxy', { TRUST_PROXY: '1' }, { trustProxy: 1 }],
    ['no proxy', { TRUST_PROXY: '0' }, { trustProxy: false }],
    ['proxies by address', { TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    ['metrics', { METRICS: 'a-secret-of-its-own-1' }, { metrics: 'a-secret-of-its-own-1' }],
    ['F1: calls of one person in production', { DEMO: 'off' }, { demonstration: false, callsPerMinute: 600 }],
    ['calls of one person', { CALLS_PER_MINUTE: '1200' }, { callsPerMinute: 1200 }],
    ['calls without end', { CALLS_PER_MINUTE: 'off' }, { callsPerMinute: Infinity }],
    ['no metrics', { METRICS: 'off' }, { metrics: undefined }],
    [
      'mail',
      { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'ProHR <portal@example.com>' },
      { smtpUrl: 'smtp://localhost:25', smtpTls: false, mailFrom: 'ProHR <portal@example.com>' },
    ],
    ...(['127.0.0.1', '[::1]'] as const).map((host): [string, NodeJS.ProcessEnv, object] => [
      `email to ${host} without TLS`,
      { SMTP_URL: `smtp://${host}:25`, MAIL_FROM: 'a@b' },
      { smtpTls: false },
    ]),
    ...(['mail.example.com', '10.0.0.5', 'localhost.example.com'] as const).map(
      (host): [string, NodeJS.ProcessEnv, object] => [
        `email to ${host} with TLS`,
        { SMTP_URL: `smtp://${host}:587`, MAIL_FROM: 'a@b' },
        { smtpTls: true },
      ],
    ),
    ['email without TLS', { SMTP_URL: 'smtp://mail.lan:25', SMTP_TLS: 'off', MAIL_FROM: 'a@b' }, { smtpTls: false }],
    [
      'a model without a key',
      { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'small' },
      { llm: { baseUrl: 'http://localhost:11434/v1', apiKey: undefined, model: 'small' } },
    ],
    [
      'a database on two servers',
      { DATABASE_URL: 'postgres://portal:secret@one:5432,[::1]:5433/portal?target_session_attrs=read-write' },
      { databaseUrl: 'postgres://portal:secret@one:5432,[::1]:5433/portal?target_session_attrs=read-write' },
    ],
    [
      'a store',
      s3,
      {
        s3: {
          endpoint: 'https://s3.example.com',
          bucket: 'files',
          region: 'us-east-1',
          accessKeyId: 'id',
          secretAccessKey: 'secret',
        },
      },
    ],
  ])('accepts %s', (_, env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  test.each<[boolean, NodeJS.ProcessEnv]>([
    [
      true,
      {
        PORT: '1',
        HOST: '127.0.0.1',
        DATA_DIR: '/d',
        PUBLIC_URL: 'http://portal.localhost:8080',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'test',
      },
    ],
    [true, { DEMO: 'on', PUBLIC_URL: 'https://demo.example.com', HOST: '0.0.0.0' }],
    [true, { DEMO: 'on', DATABASE_URL: 'postgres://localhost/portal' }],
    [false, { DEMO: 'off' }],
    [false, { NODE_ENV: 'production' }],
    [false, { DATABASE_URL: 'postgres://localhost/portal' }],
    [false, { PROVIDER_NAME: 'Blue Ridge HR' }],
    [false, s3],
    [false, { METRICS: 'off' }],
    [false, { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
    [false, { SEAL_P12: import.meta.filename }],
  ])('sets demonstration to %s with %o', (expected, env) => {
    expect(readConfig(env).demonstration).toBe(expected)
  })

  test.each<[NodeJS.ProcessEnv]>([
    [{ PUBLIC_URL: 'https://portal.example.com' }],
    [{ PUBLIC_URL: 'http://portal.example.com' }],
    [{ PUBLIC_URL: 'https://localhost' }],
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.168.1.20' }],
    [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://10.0.0.5:3000' }],
  ])('refuses to start an unrequested demonstration on a public address: %o', (env) => {
    expect(() => readConfig(env)).toThrow(
      /^The portal would start as a demonstration on a public address \((PUBLIC_URL|HOST) is .+\)\. Set NODE_ENV=production .+ or DEMO=on .+\.$/,
    )
    expect(readConfig({ ...env, DEMO: 'on' })).toMatchObject({
      demonstration: true,
      isPublic: true,
      callsPerMinute: 600,
    })
    expect(readConfig({ ...env, NODE_ENV: 'production' }).demonstration).toBe(false)
    expect(readConfig({ ...env, PROVIDER_NAME: 'Blue Ridge HR' }).demonstration).toBe(false)
  })

  test.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', 'portal.localhost'])('treats %s as this machine', (HOST) => {
    expect(readConfig({ HOST })).toMatchObject({ demonstration: true, isPublic: false, callsPerMinute: Infinity })
  })

  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ PORT: 'http' }, /^PORT must be a number from 0 to 65535; "http" is not\.$/],
    [{ PORT: '70000' }, /^PORT must/],
    [{ PUBLIC_URL: 'hr.example.com' }, /^PUBLIC_URL must be an origin/],
    [{ PUBLIC_URL: 'https://hr.example.com/portal' }, /no path\.$/],
    [{ PUBLIC_URL: 'ftp://hr.example.com' }, /^PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, /^DATABASE_URL must be a URL such as postgres:/],
    [{ MIGRATION_DATABASE_URL: 'postgres://owner@localhost/x' }, /^MIGRATION_DATABASE_URL requires DATABASE_URL\.$/],
    [{ DATABASE_URL: 'postgres://portal@one:5432,two:99999/portal' }, /^DATABASE_URL must be a URL such as postgres:/],
    [{ S3_BUCKET: 'files' }, /^All S3 settings are required: S3_ENDPOINT, S3_REGION, .* are missing\.$/],
    [{ ...s3, S3_REGION: '' }, /S3_REGION is missing\.$/],
    [{ ...s3, S3_ENDPOINT: 's3' }, /^S3_ENDPOINT must be a URL/],
    [{ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@b' }, /^SMTP_URL must be/],
    [{ SMTP_TLS: 'no' }, /^SMTP_TLS must be one of on, off/],
    [{ SMTP_URL: 'smtp://localhost' }, /^SMTP_URL requires MAIL_FROM/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be an email address; "nobody" is not\.$/],
    [{ LLM_MODEL: 'small' }, /require LLM_BASE_URL\.$/],
    [{ LLM_BASE_URL: 'http://localhost' }, /requires LLM_MODEL/],
    [{ OIDC_NAME: 'Google' }, /^OIDC_REQUIRED and OIDC_NAME require OIDC_ISSUER/],
    [{ OIDC_REQUIRED: 'on' }, /^OIDC_REQUIRED and OIDC_NAME require OIDC_ISSUER/],
    [{ ...oidc, OIDC_CLIENT_SECRET: '' }, /are required together: OIDC_CLIENT_SECRET is missing\.$/],
    [{ ...oidc, OIDC_ISSUER: 'http://accounts.example.com' }, /^OIDC_ISSUER must be an https URL/],
    [{ ...oidc, OIDC_NAME: 'x'.repeat(31) }, /^OIDC_NAME must have at most 30 characters\.$/],
    [{ DEMO: 'yes' }, /^DEMO must be one of on, off; "yes" is not\.$/],
    [{ DEMO: 'on', NODE_ENV: 'production' }, /^DEMO=on can’t be used with NODE_ENV=production/],
    [{ NODE_ENV: 'prod' }, /^NODE_ENV must be one of/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be a number of proxies or a list of addresses; "yes" is not\.$/],
    [{ TRUST_PROXY: '10.0.0.0/40' }, /^TRUST_PROXY/],
    [{ CALLS_PER_MINUTE: '5' }, /^CALLS_PER_MINUTE must be off, or a number from 10/],
    [{ METRICS: 'hunter2' }, /^METRICS must be off, or a secret of (?!.*hunter2)/],
    [{ MASTER_KEY: 'short' }, /^MASTER_KEY must be 32 bytes in base64/],
    [
      { SEAL_P12: '/nowhere/seal.p12' },
      /^SEAL_P12 must be a PKCS#12 file .* none was found at "\/nowhere\/seal\.p12"\.$/,
    ],
    [{ SEAL_P12_PASSWORD: 'x' }, /^SEAL_P12_PASSWORD requires SEAL_P12/],
    [{ PROVIDER_EMAIL: 'hello' }, /^PROVIDER_EMAIL must/],
    [{ PROVIDER_LOGO: '/nowhere/logo.png' }, /^PROVIDER_LOGO must/],
  ])('refuses %o with a sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test('lists every mistake on its own line, and repeats no secret', () => {
    try {
      readConfig({
        PORT: 'x',
        DATABASE_URL: 'mysql://root:hunter2@localhost',
        S3_SECRET_ACCESS_KEY: 'hunter2',
        MASTER_KEY: 'hunter2',
      })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      expect(String(error).split('\n')).toHaveLength(4)
      expect(String(error)).not.toContain('hunter2')
    }
  })
})
