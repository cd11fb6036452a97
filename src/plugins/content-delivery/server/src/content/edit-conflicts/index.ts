export { carryOpenedVersion } from './carrier';
export { refuseOverwriting } from './guard';
