// In work.
#pragma once
