// What a person needs of a browser, whichever protocol drives it.

export type Key = 'Escape' | 'Enter' | 'Tab' | 'ArrowDown'

/** A window with cookies of its own. */
export interface Driver {
  /** The browser's name and version. */
  name: string
  open(address: string): Promise<void>
  /** The value of an expression in the page. */
  valueOf<T>(expression: string): Promise<T>
  /** The element that an expression in the page evaluates to. */
  elementOf(expression: string): Promise<Control | null>
  press(key: Key): Promise<void>
  /** Into what has the focus. */
  type(text: string): Promise<void>
  /** Into the date field that has the focus. */
  typeDate(date: CalendarDate): Promise<void>
  /** Presses the left button at the first point and moves through the others, in CSS pixels of the window. */
  drag(points: readonly Point[]): Promise<void>
  /** A PNG of what the window shows. */
  picture(): Promise<Uint8Array>
  /** Uncaught errors and console errors of its pages so far. */
  faults(): Promise<string[]>
  close(): Promise<void>
}

export interface Control {
  click(): Promise<void>
  chooseFile(path: string): Promise<void>
}

export type CalendarDate = { year: string; month: string; day: string }
export type Point = { x: number; y: number }

export interface OtherBrowser {
  newWindow(): Promise<Driver>
  close(): Promise<void>
}
