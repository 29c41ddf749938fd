// One live stream for all tabs of a browser: HTTP/1.1 allows six connections to a site, and a stream occupies one. The
// tab with a Web Lock has the stream and forwards its events (BroadcastChannel); when it closes, the next tab gets the
// lock. Without Web Locks (plain HTTP to another machine), each tab has its own stream.
import { type Change, openEvents } from '../../api/events.ts'
import { addressOf } from './call.ts'
import { viewedFolder, onViewedFolderChange } from './viewed-folder.ts'

export interface LiveReader {
  /** @param wasAway whether changes may have been missed since something was read */
  connected(wasAway: boolean): void
  changed(change: Change): void
  refused(): void
  signedOut(): void
}

type Message =
  | { kind: 'connected'; wasAway: boolean }
  | { kind: 'changed'; change: Change }
  | { kind: 'refused' | 'signed-out' | 'look' | 'ping' | 'pong' }

const tryAgainMs = 5000
const settleMs = 100
/** A browser may suspend a tab in the background with its stream: a tab that comes to the front asks, and takes over. */
const pongMs = 2000
/** A tab that crashed does not say that it no longer looks at a folder. */
const recheckMs = 60_000
const maxFolders = 10

export function shareLiveStream(userId: string, reader: LiveReader): () => void {
  const name = `portal-live-${userId}`
  const locks = (navigator as Partial<Navigator>).locks
  const channel = locks === undefined ? null : new BroadcastChannel(name)
  const end = new AbortController()
  /** Fires when this tab takes the stream from a tab that does not answer. */
  let takesOver = new AbortController()
  let stream: { update(): void; close(): void } | null = null
  let unanswered: ReturnType<typeof setTimeout> | undefined

  function receive(message: Message) {
    if (message.kind === 'connected') reader.connected(message.wasAway)
    if (message.kind === 'changed') reader.changed(message.change)
    if (message.kind === 'refused') reader.refused()
    if (message.kind === 'signed-out') reader.signedOut()
    if (message.kind === 'look') stream?.update()
    if (message.kind === 'ping' && stream !== null) broadcast({ kind: 'pong' })
    if (message.kind === 'pong') clearTimeout(unanswered)
  }

  const broadcast = (message: Message) => channel?.postMessage(message)

  function publish(message: Message) {
    broadcast(message)
    receive(message)
  }

  /** Waits for the lock, then holds it and the stream until this tab closes or another tab takes over. */
  async function lead(held: LockManager) {
    let wasAway = await hasLeader(held)
    // What this tab read before it listened may have changed since.
    if (wasAway) reader.connected(false)
    end.signal.addEventListener('abort', () => takesOver.abort())
    while (!end.signal.aborted) {
      const steals = takesOver.signal.aborted
      takesOver = new AbortController()
      const options = steals ? { steal: true } : { signal: takesOver.signal }
      const streamOpen = () => hold(wasAway || steals)
      // Another tab took over, this one takes over, or it left.
      await held.request(name, options, streamOpen).catch(() => {})
      stream?.close()
      stream = null
      wasAway = true
    }
  }

  function hold(wasAway: boolean): Promise<void> {
    if (end.signal.aborted) return Promise.resolve()
    stream = openStream(userId, publish, wasAway)
    return new Promise((resolve) => end.signal.addEventListener('abort', () => resolve()))
  }

  const hasLeader = async (held: LockManager) => (await held.query()).held?.some((lock) => lock.name === name) === true

  function comeToFront() {
    if (document.visibilityState !== 'visible' || stream !== null) return
    clearTimeout(unanswered)
    unanswered = setTimeout(() => {
      if (stream === null) takesOver.abort()
    }, pongMs)
    broadcast({ kind: 'ping' })
  }

  const stopLooking = holdFolderLock(userId, () => publish({ kind: 'look' }))
  if (locks === undefined || channel === null) stream = openStream(userId, publish, false)
  else {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
    document.addEventListener('visibilitychange', comeToFront)
    void lead(locks)
  }

  return () => {
    clearTimeout(unanswered)
    document.removeEventListener('visibilitychange', comeToFront)
    stopLooking()
    end.abort()
    stream?.close()
    stream = null
    channel?.close()
  }
}

const folderLockName = (userId: string) => `portal-look-${userId} `

/**
 * Publishes which folder this tab shows, as a shared lock that the browser releases when the tab ends.
 * @param notify notifies the tab that has the stream
 */
function holdFolderLock(userId: string, notify: () => void): () => void {
  const locks = (navigator as Partial<Navigator>).locks
  let lockedFolderId: string | null = null
  let release = () => {}

  function showFolder(folderId: string | null) {
    if (folderId === lockedFolderId) return
    lockedFolderId = folderId
    release()
    release = () => {}
    if (folderId !== null && locks !== undefined) {
      const end = new AbortController()
      release = () => end.abort()
      const held = () => {
        notify()
        return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
      }
      // An abort before the lock is granted is no fault.
      locks.request(folderLockName(userId) + folderId, { mode: 'shared' }, held).catch(() => {})
    } else notify()
  }

  let settling: ReturnType<typeof setTimeout> | undefined
  const leave = onViewedFolderChange(() => {
    clearTimeout(settling)
    // From one folder to the next, the screen looks at none for a moment.
    settling = setTimeout(() => showFolder(viewedFolder()), settleMs)
  })
  showFolder(viewedFolder())
  return () => {
    leave()
    clearTimeout(settling)
    showFolder(null)
  }
}

/** The folders that the tabs of this browser look at. */
async function viewedFolders(userId: string): Promise<string[]> {
  const locks = (navigator as Partial<Navigator>).locks
  const own = viewedFolder()
  if (locks === undefined) return own === null ? [] : [own]
  const { held = [] } = await locks.query()
  const prefix = folderLockName(userId)
  const ids = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return [...new Set(ids)].toSorted().slice(0, maxFolders)
}

/** The connection itself. It opens again when it breaks, and when the folders that are looked at change. */
function openStream(userId: string, notify: (message: Message) => void, wasAwayBefore: boolean) {
  let source: EventSource | null = null
  let next: EventSource | null = null
  let requested = ''
  let wasAway = wasAwayBefore
  let isFirst = true
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function open() {
    const folders = await viewedFolders(userId)
    if (!isClosed) connect(folders.join(','))
  }

  async function update() {
    const folders = (await viewedFolders(userId)).join(',')
    if (!isClosed && folders !== requested && (source ?? next) !== null) connect(folders)
  }

  /** The stream that is there stays until the new one is open, so that nothing is missed in between. */
  function connect(folders: string) {
    requested = folders
    next?.close()
    const opening = new EventSource(
      addressOf(openEvents, { query: { clientFolderId: folders === '' ? undefined : folders } }),
    )
    next = opening
    opening.addEventListener('open', () => {
      if (next === opening) {
        source?.close()
        source = opening
        next = null
      }
      if (wasAway || isFirst) notify({ kind: 'connected', wasAway })
      wasAway = isFirst = false
    })
    opening.addEventListener('change', ({ data }: MessageEvent<string>) =>
      notify({ kind: 'changed', change: JSON.parse(data) as Change }),
    )
    opening.addEventListener('signed-out', () => notify({ kind: 'signed-out' }))
    opening.addEventListener('error', () => failed(opening, folders))
  }

  function failed(failing: EventSource, folders: string) {
    const isRefused = failing.readyState === EventSource.CLOSED
    // The folder is no longer visible to the user, so drop it; the existing stream continues.
    if (isRefused && failing === next && source !== null) {
      next = null
      return
    }
    wasAway = true
    // A broken connection is tried again by the browser itself; a refusal closes the stream.
    if (!isRefused) return
    closeBoth()
    if (folders !== '') return connect('')
    notify({ kind: 'refused' })
    timer = setTimeout(() => void open(), tryAgainMs)
  }

  function closeBoth() {
    clearTimeout(timer)
    source?.close()
    next?.close()
    source = next = null
  }

  const recheck = setInterval(() => void update(), recheckMs)
  void open()
  return {
    update: () => void update(),
    close() {
      isClosed = true
      clearInterval(recheck)
      closeBoth()
    },
  }
}
