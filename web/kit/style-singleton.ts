// Replaces the package `react-style-singleton` (see vite.config.ts), which Radix's dialogs and menus use to lock scrolling.
// The package adds <style> elements, which our content security policy refuses; a constructed style sheet is allowed.
import { useEffect, useState } from 'react'

export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | undefined
  return {
    add(css: string) {
      users += 1
      if (users > 1) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    },
  }
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(styles: string, isDynamic?: boolean) {
    // The package's contract: styles that are not dynamic are taken once, as they are first.
    const first = useState(styles)[0]
    const current = isDynamic === true ? styles : first
    useEffect(() => {
      sheet.add(current)
      return () => sheet.remove()
    }, [current])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
