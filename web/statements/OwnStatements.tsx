import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { ownFolders } from '../client-folders/queries.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { Menu, MenuLink } from '../kit/Menu.tsx'

const statementOf = (id: string) => linkOptions({ to: '/client-folders/$id/statement', params: { id } })

/** A client's way to their statement; where they have several folders, to each of them. */
export function OwnStatements() {
  const query = useInfiniteQuery(ownFolders)
  // Reserve its height, so that the content below does not move.
  if (query.isPending) return <Button className="invisible">Statement</Button>
  const folders = query.data?.pages.flatMap((page) => page.items) ?? []
  const [first] = folders
  if (first === undefined) return null
  if (folders.length === 1)
    return (
      <Link {...statementOf(first.id)} className={buttonStyle()}>
        Statement
      </Link>
    )
  return (
    <Menu
      trigger={
        <Button>
          Statement
          <ChevronDown />
        </Button>
      }
      label="Statement of a folder"
    >
      {folders.map(({ id, name }) => (
        <MenuLink key={id}>
          <Link {...statementOf(id)}>{name}</Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
