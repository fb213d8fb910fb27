/**
 * `node tests/support/seeded-users/main.ts [DATA_DIR]`: fills the folder of a product that has not started yet; without one, sees
 * that what it is filled with is kept. A process of its own, which takes the database and the nets with it.
 */
import { fillDataDir, keepPerson } from './make.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) await keepPerson()
else await fillDataDir(dataDir)
