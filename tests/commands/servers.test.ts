import { SERVERS } from './cases/servers';
import { runCases } from './run-cases';

runCases(SERVERS);
