import type { LinkProps } from '@tanstack/react-router'

/** Where a row, a card or a crumb leads. */
export type Place = Pick<LinkProps, 'to' | 'params' | 'search' | 'resetScroll'>
