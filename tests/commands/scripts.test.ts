import { SCRIPTS } from './cases/scripts';
import { runCases } from './run-cases';

runCases(SCRIPTS);
