import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, CircleUser, FileSearch, Keyboard, LogOut } from 'lucide-react'
import { Avatar, initialsOf } from '../kit/Avatar.tsx'
import { Name } from '../kit/PersonName.tsx'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../kit/Menu.tsx'
import type { Theme } from '../kit/theme.ts'
import { useTheme } from '../kit/use-theme.ts'
import { fullName } from '../session/names.ts'
import { roleWords } from '../session/roles.ts'
import { useUser } from '../session/use-auth.ts'
import { clientNavigation } from './navigation.ts'
import { showOverlay } from './overlays.ts'

const themeChoices: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Use system setting' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** The user menu: theme, account, and Logout; for clients also the HR library. */
export function UserMenu({ look }: { look: 'row' | 'avatar' }) {
  const user = useUser()
  const name = fullName(user)
  const [theme, change] = useTheme()
  const trigger =
    look === 'row' ? (
      <button
        type="button"
        className="flex w-full items-center gap-2.5 rounded-md p-2 text-left transition-colors hover:bg-mist-2"
      >
        <Avatar name={name} />
        <span className="min-w-0 flex-1">
          <span className="block text-body font-semibold text-ink">
            <Name cut>{name}</Name>
          </span>
          <span className="block truncate text-micro text-ink-3">{roleWords[user.role]}</span>
        </span>
        <ChevronsUpDown className="shrink-0 text-ink-3" />
      </button>
    ) : (
      <button
        type="button"
        aria-label={`${initialsOf(name)}, account of ${name}`}
        className="grid size-11 place-items-center rounded-full"
      >
        <Avatar name={name} />
      </button>
    )
  return (
    <Menu trigger={trigger} side={look === 'row' ? 'top' : 'bottom'} align={look === 'row' ? 'start' : 'end'}>
      {look === 'avatar' && user.role === 'client' && (
        <>
          <MenuLabel>HR library</MenuLabel>
          {clientNavigation().library.map(({ to, label, icon: Icon }) => (
            <MenuLink key={to}>
              <Link to={to}>
                <Icon className="text-ink-3" />
                {label}
              </Link>
            </MenuLink>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuChoices label="Appearance" value={theme} choices={themeChoices} onChange={change} />
      <MenuSeparator />
      <MenuLink>
        <Link to="/account">
          <CircleUser className="text-ink-3" />
          Account
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/verify">
          <FileSearch className="text-ink-3" />
          Verify a document
        </Link>
      </MenuLink>
      <MenuItem icon={<Keyboard />} keys="?" onSelect={() => showOverlay('keys')}>
        Keyboard shortcuts
      </MenuItem>
      <MenuLink>
        <a href="/api/logout">
          <LogOut className="text-ink-3" />
          Logout
        </a>
      </MenuLink>
    </Menu>
  )
}

/** A sign-out link for pages without the menu. */
export function LogoutLink({ className }: { className: string }) {
  return (
    <a href="/api/logout" className={className}>
      <LogOut />
      Logout
    </a>
  )
}
