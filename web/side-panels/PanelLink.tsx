import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type PanelItem, panelAddress } from './panel-address.ts'

type PanelLinkProps = { item: PanelItem; className: string; children: ReactNode }

/** Opens an item in the side panel. */
export const PanelLink = ({ item, className, children }: PanelLinkProps) => (
  <Link
    to="."
    search={(now) => ({ ...now, panel: panelAddress(item) })}
    hash={(now) => now ?? ''}
    resetScroll={false}
    className={className}
  >
    {children}
  </Link>
)
