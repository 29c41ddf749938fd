// A random mix of calls in the large office, the same each time: of a hundred calls 46 open a list, 12 a folder with
// its messages, 10 a dashboard or a count, 6 search everywhere, 4 search in a list, 3 open a late page, 18 write a
// message, and one uploads a file. Two people a second sign in.
import { type Reader, readersOf } from './large-office-calls.ts'
import type { Call } from './open-loop.ts'
import { signIn } from './portal.ts'
import { benchPassword } from './seed.ts'

export interface Mix {
  readers: Reader[]
  largest: string
  kinds: string[]
  choose: (rate: number) => Call
}

/** Staff members, each with their own folders. */
const people = 20

const kindOf = (path: string): string => {
  if (path.startsWith('/api/search')) return 'search, everywhere'
  if (/[?&]q=/.test(path)) return 'search, in a list'
  if (/dashboard|reports|figures|counts|waiting$/.test(path)) return 'dashboards and counts'
  return 'first pages'
}

export async function openMix(base: string): Promise<Mix> {
  const { readers, largest } = await readersOf(base)
  const staff = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const cookie = await signIn(base, `staff${n + 3}`)
      const answer = await fetch(`${base}/api/client-folders?limit=50&status=active`, { headers: { cookie } })
      return { cookie, folders: ((await answer.json()) as { id: string }[]).map(({ id }) => id) }
    }),
  )
  /** A fixed seed. */
  let drawn = 1
  const draw = () => (drawn = (drawn * 48271) % 2147483647) / 2147483647
  const oneOf = <T>(all: T[]): T => all[Math.floor(draw() * all.length)] as T

  const of = (kind: string) =>
    readers.flatMap((reader) =>
      reader.paths.filter((path) => kindOf(path) === kind).map((path) => () => read(kind, reader, path)),
    )
  const read = (kind: string, { who, cookie }: Reader, path: string): Call => ({
    name: `${kind} | ${who} ${path.replace(largest, ':largest')}`,
    path,
    cookie,
  })
  const deep = await deepPages(base, readers, largest)

  function openFolder(): Call {
    const { cookie, folders } = oneOf(staff)
    const path = `/api/client-folders/${oneOf(folders)}`
    return { name: 'a folder opened', path, cookie, next: () => ({ name: '', path: `${path}/messages`, cookie }) }
  }

  function writeMessage(): Call {
    const { cookie, folders } = oneOf(staff)
    // One message in five is sent to a thread that many people have open.
    const [id, by] =
      draw() < 0.2 ? [largest, oneOf([readers[0], readers[1], readers[3]])?.cookie] : [oneOf(folders), cookie]
    const body = () => ({ content: `Thank you, that is number ${Math.floor(draw() * 1e6)}.` })
    return { name: 'messages written', path: `/api/client-folders/${id}/messages`, ...(by && { cookie: by }), body }
  }

  function upload(): Call {
    const { cookie, folders } = oneOf(staff)
    const content = `%PDF-1.4\n${'1'.repeat(100_000)}\nstartxref\n9\n%%EOF\n`
    return {
      name: 'uploads',
      path: '/api/objects/upload',
      cookie,
      body: () => ({}),
      next: (given) => {
        const { uploadURL } = given as { uploadURL: string }
        return { name: '', path: uploadURL, method: 'PUT', body: () => content, next: () => register(uploadURL) }
      },
    }
    function register(documentURL: string): Call {
      const body = () => ({
        documentURL,
        fileName: 'Handbook.pdf',
        originalName: 'Handbook.pdf',
        fileSize: content.length,
        mimeType: 'application/pdf',
        clientFolderId: oneOf(folders),
      })
      return { name: '', path: '/api/documents', method: 'PUT', cookie, body }
    }
  }

  const signInCall = (): Call => ({
    name: 'sign-ins',
    path: '/api/login',
    body: () => ({ username: `client${100 + Math.floor(draw() * 4000)}`, password: benchPassword }),
  })

  const shares: [string, number, () => Call][] = [
    ...(['first pages', 'dashboards and counts', 'search, everywhere', 'search, in a list'] as const).map(
      (kind, n): [string, number, () => Call] => {
        const all = of(kind)
        return [kind, [46, 10, 6, 4][n] as number, () => oneOf(all)()]
      },
    ),
    ['page 200', 3, () => oneOf(deep)],
    ['a folder opened', 12, openFolder],
    ['messages written', 18, writeMessage],
    ['uploads', 1, upload],
  ]
  return {
    readers,
    largest,
    kinds: [...shares.map(([kind]) => kind), 'sign-ins'],
    choose(rate) {
      if (draw() < 2 / rate) return signInCall()
      let place = draw() * 100
      const [, , call] = shares.find(([, share]) => (place -= share) < 0) ?? (shares[0] as (typeof shares)[number])
      return call()
    },
  }
}

async function deepPages(base: string, readers: Reader[], largest: string): Promise<Call[]> {
  const from = async (reader: Reader | undefined, first: string): Promise<Call> => {
    const cookie = reader?.cookie ?? ''
    let path = first
    for (let n = 1; n < 200; n++) {
      const answer = await fetch(`${base}${path}`, { headers: { cookie } })
      await answer.arrayBuffer()
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? path
    }
    return { name: `page 200 | ${reader?.who} ${first.replace(largest, ':largest')}`, path, cookie }
  }
  return Promise.all([
    from(readers[0], '/api/invoices'),
    from(readers[0], '/api/audit'),
    from(readers[3], `/api/client-folders/${largest}/messages`),
  ])
}
