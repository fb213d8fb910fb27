/** The product's name. Copy, titles and mails take it from here and nowhere else. */
export const BRAND = 'Alpenlicht'
