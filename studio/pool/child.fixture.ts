import { handlers } from './calls.fixture.ts'
import { serve } from './serve.ts'

serve(handlers)
