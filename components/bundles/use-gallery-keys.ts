import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { localStorageItem } from '#lib/browser/local-storage-item.ts'
import { commandOfKey, type GalleryCommand } from './gallery-keys.ts'

const OFF = 'off'
const kept = localStorageItem('gallery-keys')
const listeners = new Set<() => void>()

/** Whether single keys are enabled; users who dictate or press keys by accident can turn them off. */
export function useKeysEnabled(): [boolean, (isEnabled: boolean) => void] {
  const isEnabled = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept.read() !== OFF,
    () => true,
  )
  return [
    isEnabled,
    (next) => {
      if (next) kept.remove()
      else kept.write(OFF)
      for (const listener of listeners) listener()
    },
  ]
}

/** Single keys work with any focus, except in a dialog and in a text field. */
export function useGalleryKeys(run: (command: GalleryCommand) => void): void {
  const [isEnabled] = useKeysEnabled()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOfKey(event)
    if (!command || event.defaultPrevented || event.repeat || isElsewhere(event.target)) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isEnabled])
}

const WRITTEN_IN = 'input, textarea, select, [contenteditable=true], [role=slider], [role=menu]'

function isElsewhere(target: EventTarget | null): boolean {
  const isWriting = target instanceof Element && target.closest(WRITTEN_IN) !== null
  return isWriting || document.querySelector('dialog[open]') !== null
}
