import type { Photographer } from '#contract/directory.ts'
import type { Currency } from '#contract/money.ts'

/** A page's data for search engines: https://schema.org, in JSON-LD. It says nothing that the page does not show. */
export type StructuredData = Readonly<Record<string, unknown>>

const CONTEXT = 'https://schema.org'

export interface OrganizationFacts {
  name: string
  url: string
  logoUrl: string
  email: string | null
}

export function organization({ name, url, logoUrl, email }: OrganizationFacts): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name,
    url,
    logo: logoUrl,
    ...(email === null ? {} : { email }),
  }
}

export interface ProductFacts {
  name: string
  brand: string
  description: string
  url: string
  imageUrl: string
  offers: readonly { name: string; amountMinor: number; currency: Currency }[]
}

/** The product, without ratings: there are none to show. */
export function product({ name, brand, description, url, imageUrl, offers }: ProductFacts): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name,
    description,
    url,
    image: imageUrl,
    brand: { '@type': 'Brand', name: brand },
    offers: offers.map((offer) => ({
      '@type': 'Offer',
      name: offer.name,
      price: (offer.amountMinor / 100).toFixed(2),
      priceCurrency: offer.currency,
      availability: `${CONTEXT}/InStock`,
      url,
    })),
  }
}

export interface Crumb {
  name: string
  url: string
}

export function breadcrumbs(crumbs: readonly Crumb[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

export function questionsAndAnswers(pairs: readonly { question: string; answer: string }[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'FAQPage',
    mainEntity: pairs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** The listings of a page in the order they are shown, each with its known fields. */
export function listingsInOrder(listings: readonly Photographer[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    itemListOrder: `${CONTEXT}/ItemListOrderAscending`,
    numberOfItems: listings.length,
    itemListElement: listings.map((listing, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: businessOf(listing),
    })),
  }
}

function businessOf(listing: Photographer): StructuredData {
  const { street, houseNumber, postcode, locality } = listing.address
  const streetAddress = [street, houseNumber].filter((part) => part !== null).join(' ')
  return {
    '@type': 'ProfessionalService',
    name: listing.name,
    ...(listing.website === null ? {} : { url: listing.website }),
    ...(listing.phone === null ? {} : { telephone: listing.phone }),
    address: {
      '@type': 'PostalAddress',
      ...(streetAddress === '' ? {} : { streetAddress }),
      ...(postcode === null ? {} : { postalCode: postcode }),
      addressLocality: locality ?? listing.city.name,
      addressCountry: listing.city.countryId,
    },
    geo: { '@type': 'GeoCoordinates', latitude: listing.latitude, longitude: listing.longitude },
  }
}

/** JSON that is safe inside a script element: no name can end the element. */
export function scriptText(data: StructuredData): string {
  return JSON.stringify(data).replace(/</g, '\\u003c')
}
