import { useEffect, useRef } from 'react'
import type { EmailLine } from '../../domain/email.ts'
import { Email } from '../kit/PersonName.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { statusNames, statusTones } from './words.ts'

type LetterListProps = { letters: readonly EmailLine[]; openId: string; onOpen: (id: string) => void }

export function EmailList({ letters, openId, onOpen }: LetterListProps) {
  const place = useFocusOnReturn(letters, openId)
  return (
    <div ref={place}>
      <RowList label="Emails, newest first">
        {letters.map((letter) => (
          <Row
            key={letter.id}
            current={letter.id === openId}
            onOpen={() => onOpen(letter.id)}
            title={<span className="break-words">{letter.subject}</span>}
            context={<Email>{letter.to}</Email>}
            meta={formatDateTime(letter.createdAt)}
            middle={<Badge tone={statusTones[letter.status]}>{statusNames[letter.status]}</Badge>}
          />
        ))}
      </RowList>
    </div>
  )
}

/** Once the email is closed, the keyboard is back at its row. */
function useFocusOnReturn(letters: readonly EmailLine[], openId: string) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef(openId)
  useEffect(() => {
    const index = letters.findIndex((letter) => letter.id === last.current)
    if (openId === '' && index >= 0) place.current?.querySelectorAll('li')[index]?.querySelector('button')?.focus()
    last.current = openId
  }, [letters, openId])
  return place
}
