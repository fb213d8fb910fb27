/**
 * `node tests/support/seeded-users/main.ts [DATA_DIR]`: fills the folder of a product that has not started yet;
 * without an argument, fills only the cache of seeded users. A process of its own, because it loads the database and
 * the nets.
 */
import { fillDataDir, keepPerson } from './make.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) await keepPerson()
else await fillDataDir(dataDir)
