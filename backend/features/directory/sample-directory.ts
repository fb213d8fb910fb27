import { eq, sql } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { recountCountries, recountPlaces } from './place-counters.ts'
import { cellOf } from './place-grid.ts'
import { foldToSlug } from './slug.ts'

const { directoryCountries: countries, directoryPlaces: places, operatorPhotographers } = tables

/** A code that ISO 3166 leaves to its users, and no country ever gets. */
const COUNTRY_ID = 'QM'
const namesOf = (de: string, en: string, fr: string, es: string, it: string) => ({ de, en, fr, es, it })

/** Invented places with obviously invented names, in the middle of the sea, where no town is. */
const PLACES = [
  {
    latitude: -48.87,
    longitude: -123.39,
    population: 120_000,
    names: namesOf('Musterstadt', 'Sampletown', 'Ville-Exemple', 'Villamuestra', 'Città Esempio'),
  },
  {
    latitude: -48.6,
    longitude: -123.05,
    population: 34_000,
    names: namesOf('Beispielhausen', 'Exampleton', 'Saint-Modèle', 'Ejemplares', 'Borgo Modello'),
  },
  {
    latitude: -49.3,
    longitude: -123.9,
    population: 5_200,
    names: namesOf(
      'Platzhalterdorf',
      'Placeholder Village',
      'Bourg-Fictif',
      'Aldea Ficticia',
      'Borgo Fittizio',
    ),
  },
] as const

/** Numbers Ofcom keeps free for drama, names of domains kept free for examples. */
const LISTINGS = [
  {
    place: 0,
    name: 'Studio Muster (fictitious)',
    kind: 'photographer',
    street: 'Musterstraße',
    phone: '+44 20 7946 0101',
  },
  {
    place: 0,
    name: 'Example & Daughters (fictitious)',
    kind: 'photographer',
    street: 'Example Street',
    phone: '+44 20 7946 0102',
  },
  {
    place: 0,
    name: 'Photo Modèle (fictitious)',
    kind: 'photo_shop',
    street: 'Rue de l’Exemple',
    phone: null,
  },
  {
    place: 1,
    name: 'Retratos Ejemplo (fictitious)',
    kind: 'photographer',
    street: 'Calle Muestra',
    phone: '+44 20 7946 0103',
  },
] as const

/** Fills an empty directory with sample data, marked as such, so that its pages can be viewed. */
export async function loadSample({ database }: { database: Database }): Promise<void> {
  await database.transaction(async (tx) => {
    const [any] = await tx.select({ id: countries.id }).from(countries).limit(1)
    if (any) return
    const now = new Date()
    await tx.insert(countries).values({
      id: COUNTRY_ID,
      slug: 'sample-country',
      name: 'Sample Country',
      isSample: true,
      population: 159_200,
      names: namesOf('Musterland', 'Sample Country', 'Pays-Exemple', 'País de Muestra', 'Paese Esempio'),
      changedAt: now,
    })
    await tx.insert(places).values(
      PLACES.map(({ names, ...place }, index) => {
        const slug = foldToSlug(names.en) ?? ''
        return {
          id: `sample-${index + 1}`,
          source: 'sample' as const,
          countryId: COUNTRY_ID,
          names,
          slug,
          ...place,
          name: names.en,
          slugBase: slug,
          cell: cellOf(place),
          changedAt: now,
        }
      }),
    )
    await tx.insert(operatorPhotographers).values(
      LISTINGS.map(({ place, ...listing }, index) => {
        const { latitude, longitude, names } = PLACES[place]
        const position = { latitude: latitude + 0.004 * index, longitude: longitude - 0.003 * index }
        return {
          id: `sample-${index + 1}`,
          source: 'sample' as const,
          placeId: `sample-${place + 1}`,
          ...listing,
          ...position,
          cell: cellOf(position),
          houseNumber: String(index + 1),
          postcode: '00000',
          locality: names.en,
          website: `https://studio-${index + 1}.example/`,
          email: `studio-${index + 1}@example.com`,
          openingHours: 'Mo-Fr 09:00-17:00',
          changedAt: now,
        }
      }),
    )
    await recountPlaces(
      tx,
      PLACES.map((_, index) => `sample-${index + 1}`),
      now,
    )
    await recountCountries(tx)
  })
}

/** Takes out all that is invented. */
export async function removeSample(tx: Queries): Promise<void> {
  await tx.delete(operatorPhotographers).where(eq(operatorPhotographers.source, 'sample'))
  await tx.execute(sql`
    update ${operatorPhotographers} set place_id = null where place_id in (select id from ${places} where source = 'sample')`)
  await tx.delete(places).where(eq(places.source, 'sample'))
  await tx.delete(countries).where(eq(countries.isSample, true))
}
