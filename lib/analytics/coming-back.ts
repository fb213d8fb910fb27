/** Whether the document that is open was there before: it was loaded anew, or gone back to. */
export function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}
