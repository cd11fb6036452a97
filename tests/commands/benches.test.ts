import { BENCHES } from './cases/benches';
import { runCases } from './run-cases';

runCases(BENCHES);
