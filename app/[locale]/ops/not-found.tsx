export { NotFoundPage as default } from '#components/shell/not-found-page.tsx'
