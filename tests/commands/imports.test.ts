import { IMPORTS } from './cases/imports';
import { runCases } from './run-cases';

runCases(IMPORTS);
