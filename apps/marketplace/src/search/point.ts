import type { Location } from "@specwright/marketplace-api/types";

/** A point on the surface of a sphere with radius 1. */
export type Point = readonly [x: number, y: number, z: number];

const EARTH_RADIUS_KM = 6371;
const DEGREE = Math.PI / 180;

/** Converts a location on the earth to a point on the sphere. */
export function toPoint({ latitude, longitude }: Location): Point {
  const [north, east] = [latitude * DEGREE, longitude * DEGREE];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/**
 * Converts a distance along the surface of the earth to the squared length of the straight line
 * between the two points on the sphere.
 */
export function squaredChord(distanceKm: number): number {
  const half = Math.min(distanceKm / EARTH_RADIUS_KM, Math.PI) / 2;
  return (2 * Math.sin(half)) ** 2;
}

/** Converts a distance to degrees of latitude. */
export function distanceDegrees(distanceKm: number): number {
  return distanceKm / EARTH_RADIUS_KM / DEGREE;
}
