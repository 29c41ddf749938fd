/** What pressing the button adds, before one presses it. */
export function WhatIsMade() {
  return (
    <>
      <ul className="list-disc space-y-1 pl-5 text-body text-ink-2">
        <li>8 people: 3 administrators and 5 staff members</li>
        <li>3 client folders, one of them the demonstration client’s</li>
      </ul>
      <p className="mt-3 max-w-[68ch] text-body text-ink-2">
        Pressing it again duplicates nobody and no folder. The people are made up and cannot sign in until you invite
        them under User Management.
      </p>
    </>
  )
}

/** What was added this time. */
export function Added({ users, clientFolders }: { users: number; clientFolders: number }) {
  return (
    <p className="mb-4 rounded-md bg-ok-soft px-3.5 py-2.5 text-body text-ok edge-forced">
      {users === 0 && clientFolders === 0
        ? 'Everything was there already; nothing was added.'
        : `Added: ${counted(users, 'person', 'people')} and ${counted(clientFolders, 'client folder', 'client folders')}.`}
    </p>
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
