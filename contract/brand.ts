/** The product's name. Copy, titles and mails take it only from here. */
export const BRAND = 'Alpenlicht'
