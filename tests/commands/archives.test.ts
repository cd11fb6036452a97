import { ARCHIVES } from './cases/archives';
import { runCases } from './run-cases';

runCases(ARCHIVES);
