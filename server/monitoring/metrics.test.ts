import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

const token = 'a-token-for-the-one-who-watches'
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ METRICS: token })
})
afterAll(() => testApp.close())

const scrape = async () => {
  const { status, text } = await testApp.visitor.get('/metrics', { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  return text
}
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? NaN,
  )

describe('metrics', () => {
  it('count and time replies by route and status, never by the requested address', async () => {
    await testApp.ann.get(`/api/client-folders/${testApp.folders.acme.id}`)
    await testApp.eve.get(`/api/client-folders/${testApp.folders.acme.id}`)
    for (let n = 0; n < 30; n++) await testApp.visitor.get(`/api/stray/${n}?q=marzipan`)
    const text = await scrape()
    const route = 'method="GET",route="/api/client-folders/:id"'
    expect(valueOf(text, `portal_http_requests_total{${route},status="200"}`)).toBe(1)
    expect(valueOf(text, `portal_http_requests_total{${route},status="404"}`)).toBe(1)
    expect(valueOf(text, `portal_http_request_duration_seconds_bucket{le="+Inf",${route}}`)).toBe(2)
    expect(valueOf(text, `portal_http_request_duration_seconds_count{${route}}`)).toBe(2)
    expect(valueOf(text, 'portal_http_requests_total{method="any",route="none",status="404"}')).toBe(30)
    expect(text).not.toMatch(/marzipan|stray|[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('follow the Prometheus format: each family is named once, and buckets are cumulative', async () => {
    const lines = (await scrape()).split('\n').filter((line) => line !== '')
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? -?[\d.e+-]+)$/)
    const types = lines.filter((line) => line.startsWith('# TYPE'))
    expect(new Set(types).size).toBe(types.length)
    const buckets = lines
      .filter((line) => /_bucket\{le=.*,method="any"/.test(line))
      .map((line) => Number(line.split(' ').at(-1)))
    expect(buckets).toEqual(buckets.toSorted((one, other) => one - other))
  })

  it('report the size and age of queues', async () => {
    await testApp.db.run(sql`
      insert into emails (id, "to", subject, text, html, about, status, created_at)
      select gen_random_uuid(), 'ann@example.com', 's', 't', 'h', 'test', 'queued', ${testApp.db.now}::timestamptz - interval '1 hour'
      from generate_series(1, 3)`)
    await testApp.db.rows(
      sql`select graphile_worker.add_job('send-email', '{}', run_at => now() - interval '10 minutes')`,
    )
    const text = await scrape()
    expect(valueOf(text, 'portal_outbox_waiting')).toBe(3)
    expect(valueOf(text, 'portal_outbox_oldest_seconds')).toBeGreaterThanOrEqual(3600)
    expect(valueOf(text, 'portal_jobs_waiting')).toBeGreaterThanOrEqual(1)
    expect(valueOf(text, 'portal_jobs_oldest_seconds')).toBeGreaterThanOrEqual(600)
    expect(valueOf(text, 'portal_up')).toBe(1)
    expect(valueOf(text, 'portal_live_connections')).toBe(0)
    expect(valueOf(text, 'portal_memory_bytes{kind="resident"}')).toBeGreaterThan(1e7)
    expect(text).not.toContain('ann@example.com')
    expect(text).not.toContain('portal_backup_age_seconds')
    await testApp.db.run(sql`
      insert into portal_facts values ('last-backup', ${JSON.stringify({ at: new Date(Date.now() - 7_200_000) })}::jsonb)`)
    expect(valueOf(await scrape(), 'portal_backup_age_seconds')).toBeGreaterThanOrEqual(7200)
  })
})

describe('metrics without a valid token', () => {
  it.each([undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])('get a 404: %s', async (sent) => {
    const headers: Record<string, string> = sent === undefined ? {} : { authorization: sent }
    for (const caller of [testApp.visitor, testApp.mona]) {
      const answer = await caller.get('/metrics', headers)
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
      expect(answer.text).not.toContain('portal_')
    }
  })

  it('get the same 404 if the setting is off', async () => {
    const other = await createTestApp()
    const answer = await other.visitor.get('/metrics', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(404)
    await other.close()
  })
})
